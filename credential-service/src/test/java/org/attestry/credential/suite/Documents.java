package org.attestry.credential.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.function.Executable;

/** Documents that the tests sign, with their expected results. */
public final class Documents {

  public static final String V1 = "https://www.w3.org/2018/credentials/v1";

  private static final String CREDENTIAL =
      """
      {
        "@context": [
          "https://www.w3.org/2018/credentials/v1",
          {
            "name": "https://example.org/#name",
            "Person": "https://example.org/#Person",
            "friend": {"@id": "https://example.org/#friend", "@type": "@id"},
            "level": {"@id": "https://example.org/#level", "@type": "@vocab"},
            "label": {"@id": "https://example.org/#label", "@container": "@language"},
            "steps": {"@id": "https://example.org/#steps", "@container": "@list"}
          }
        ],
        "type": ["VerifiableCredential"],
        "issuer": "did:web:issuer.example",
        "issuanceDate": "2026-01-02T03:04:05Z",
        "credentialSubject": {"type": "Person", "name": "Ada"}
      }
      """;

  private Documents() {}

  public static ObjectNode credential() {
    return json(CREDENTIAL);
  }

  /** The credential with further members in its subject. */
  public static ObjectNode withSubject(String members) {
    ObjectNode credential = credential();
    ((ObjectNode) credential.get("credentialSubject")).setAll(json(members));
    return credential;
  }

  /** The credential with further members of its own. */
  static ObjectNode with(String members) {
    return credential().setAll(json(members));
  }

  public static ObjectNode json(String text) {
    return (ObjectNode) Json.parse(JsonBytes.of(text));
  }

  public static JsonNode resource(String name) {
    try (InputStream in = Documents.class.getResourceAsStream(name)) {
      return Json.parse(JsonBytes.of(in.readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static List<Violation> violationsOf(Executable work) {
    return Assertions.assertThrows(FailureException.class, work).failure().violations();
  }
}
