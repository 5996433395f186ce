package org.attestry.adopt.users;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/** The realm of {@code deploy/keycloak/attestry-realm.json}. */
public final class BaseRealm {

  private BaseRealm() {}

  public static JsonNode read() {
    try (InputStream in = BaseRealm.class.getResourceAsStream("attestry-realm.json")) {
      return Json.read(JsonBytes.of(in.readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
