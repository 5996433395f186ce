package org.attestry.credential.jsonld;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.json.JsonStructure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.identifier.Sha256;
import org.attestry.runtime.json.Json;

/**
 * The well-known JSON-LD contexts, read from the class path and compared with their digests,
 * because a changed context changes the meaning of a signature.
 */
public final class BundledContexts {

  private static final String FOLDER = "/contexts/";

  private final Map<String, JsonStructure> documents;

  private BundledContexts(Map<String, JsonStructure> documents) {
    this.documents = Map.copyOf(documents);
  }

  /**
   * @throws IllegalStateException if a bundled context is missing or changed
   */
  public static BundledContexts load() {
    Map<String, JsonStructure> documents = new HashMap<>();
    JsonNode index = Json.read(JsonBytes.of(bytes("index.json")));
    for (Map.Entry<String, JsonNode> entry : index.properties()) {
      String file = entry.getValue().get("file").textValue();
      byte[] bytes = bytes(file);
      String digest = Sha256.hex(bytes);
      if (!digest.equals(entry.getValue().get("sha256").textValue())) {
        throw new IllegalStateException(
            "The bundled context "
                + file
                + " has the SHA-256 "
                + digest
                + ", which is not its own.");
      }
      documents.put(entry.getKey(), JakartaJson.structure(Json.read(JsonBytes.of(bytes))));
    }
    return new BundledContexts(documents);
  }

  Optional<JsonStructure> find(String address) {
    return Optional.ofNullable(documents.get(address));
  }

  /** Says whether the address is that of a bundled context. */
  public boolean contains(String address) {
    return documents.containsKey(address);
  }

  private static byte[] bytes(String file) {
    try (InputStream in = BundledContexts.class.getResourceAsStream(FOLDER + file)) {
      if (in == null) {
        throw new IllegalStateException("The bundled context " + file + " is missing.");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
