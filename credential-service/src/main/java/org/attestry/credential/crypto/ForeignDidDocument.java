package org.attestry.credential.crypto;

import com.fasterxml.jackson.databind.JsonNode;
import java.security.PublicKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.credential.IssuerOperations.ImportKeyRequest;
import org.attestry.credential.issuer.KeyPurpose;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.TimeText;

/**
 * A DID document of another deployment (W3C DID Core 1.0, section 5; Controlled Identifiers 1.0,
 * section 2.2). Its JSON is read, not its JSON-LD: the document is not signed; its address is
 * trusted.
 *
 * @param did the required subject of the document
 */
public record ForeignDidDocument(String did, JsonNode document) {

  private static final int MOST_METHODS = 1_000;

  /**
   * A verification method.
   *
   * @param revoked the time of its revocation, or null
   * @param expires its end, or null
   */
  record Method(PublicKey key, Instant revoked, Instant expires) {}

  /** The document is invalid. */
  static final class InvalidException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidException(String what) {
      super(what, null, false, false);
    }

    /** Returns the fault, in lower-case letters and hyphens. */
    String what() {
      return getMessage();
    }
  }

  /**
   * Returns the method of that name. The document must list it for the purpose, and the document's
   * subject must control it.
   *
   * @throws InvalidException if the document has no such method
   */
  Method method(String name, KeyPurpose purpose) {
    if (!document.path("id").asText().equals(did)) {
      throw new InvalidException("id");
    }
    boolean listed = false;
    List<JsonNode> described = named(document.path("verificationMethod"), name);
    for (JsonNode one : each(document.path(purpose.relationship()))) {
      boolean embedded = one.isObject() && absolute(one.path("id")).equals(name);
      listed |= embedded || absolute(one).equals(name);
      if (embedded) {
        described.add(one);
      }
    }
    if (described.size() != 1) {
      throw new InvalidException(described.isEmpty() ? "method-unknown" : "method-repeated");
    }
    if (!listed) {
      throw new InvalidException(
          switch (purpose) {
            case ASSERTION -> "method-not-for-assertions";
            case AUTHENTICATION -> "method-not-for-authentication";
          });
    }
    JsonNode method = described.getFirst();
    if (!method.path("controller").asText().equals(did)) {
      throw new InvalidException("controller");
    }
    return new Method(key(method), date(method, "revoked"), date(method, "expires"));
  }

  private List<JsonNode> named(JsonNode methods, String name) {
    List<JsonNode> named = new ArrayList<>();
    for (JsonNode one : each(methods)) {
      if (absolute(one.path("id")).equals(name)) {
        named.add(one);
      }
    }
    return named;
  }

  private static Iterable<JsonNode> each(JsonNode array) {
    if (array.size() > MOST_METHODS) {
      throw new InvalidException("too-many-methods");
    }
    return array.isArray() ? array : List.of();
  }

  /** Returns the absolute name: a name that begins with {@code #} is relative to the DID. */
  private String absolute(JsonNode name) {
    String text = name.isTextual() ? name.textValue() : "";
    return text.startsWith("#") ? did + text : text;
  }

  private static Instant date(JsonNode method, String member) {
    if (!method.has(member)) {
      return null;
    }
    return TimeText.parse(method.path(member).asText())
        .orElseThrow(() -> new InvalidException(member))
        .toInstant();
  }

  /** Returns the key; a method has exactly one form of it. */
  private static PublicKey key(JsonNode method) {
    List<String> forms =
        List.of("publicKeyMultibase", "publicKeyJwk", "publicKeyPem").stream()
            .filter(method::has)
            .toList();
    if (forms.size() != 1) {
      throw new InvalidException("key");
    }
    JsonNode value = method.get(forms.getFirst());
    try {
      return switch (forms.getFirst()) {
        case "publicKeyMultibase" -> PublicKeyForms.ofMultibase(value.asText());
        case "publicKeyPem" -> PemKeys.read(value.asText());
        default -> ofJwk(value);
      };
    } catch (IllegalArgumentException e) {
      throw new InvalidException("key");
    }
  }

  /**
   * Returns a public key (RFC 7517).
   *
   * @throws IllegalArgumentException if its type is not used here, or it is not for verifying
   */
  public static PublicKey ofJwk(JsonNode jwk) {
    if (!jwk.isObject() || jwk.has("d")) {
      throw new IllegalArgumentException("no public key");
    }
    if (!verifies(jwk)) {
      throw new IllegalArgumentException("a key for something else");
    }
    ImportKeyRequest request =
        new ImportKeyRequest(null, null, null, Json.write(jwk), null, null, null, null);
    return ImportedKeys.read(request).getPublic();
  }

  /**
   * Says whether the key is for verifying, by its members about use (RFC 7517, sections 4.2 and
   * 4.3).
   */
  private static boolean verifies(JsonNode jwk) {
    return (!jwk.has("use") || jwk.get("use").asText().equals("sig"))
        && (!jwk.has("key_ops") || names(jwk.get("key_ops")).contains("verify"));
  }

  private static List<String> names(JsonNode array) {
    List<String> names = new ArrayList<>();
    array.forEach(one -> names.add(one.asText()));
    return names;
  }
}
