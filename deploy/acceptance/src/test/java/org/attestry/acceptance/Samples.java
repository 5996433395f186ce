package org.attestry.acceptance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.attestry.local.LocalMain;
import org.attestry.runtime.json.Json;

/**
 * The quick start's own documents, with names of their own for each run.
 *
 * @param unique a number of eight digits that no other run has
 */
record Samples(String unique) {

  /** A request about an issuer that is not registered. */
  static final String UNKNOWN_ISSUER = "{\"issuer\":\"did:web:unknown.example\"}";

  /** A request about a key that is not known. */
  static final String UNKNOWN_KEY = "{\"verificationMethod\":\"did:web:unknown.example#key\"}";

  static Samples fresh() {
    long number = Math.floorMod(UUID.randomUUID().getMostSignificantBits(), 100_000_000L);
    return new Samples("%08d".formatted(number));
  }

  /** The request that publishes a type. */
  String schema(String type) {
    return text(type.toLowerCase(Locale.ROOT) + "-schema.json");
  }

  ObjectNode teacher() {
    return person("teacher.json", teacherPhone());
  }

  ObjectNode student() {
    return person("student.json", studentPhone());
  }

  String teacherPhone() {
    return "9" + unique + "1";
  }

  String studentPhone() {
    return "9" + unique + "2";
  }

  String school() {
    return "School " + unique;
  }

  String sign() {
    return text("sign.json");
  }

  /** The request that adds a certificate template of HTML. */
  static String certificateTemplate(String name, String html) {
    return Json.write(Map.of("name", name, "mediaType", "text/html", "template", html)).text();
  }

  /** The request that imports a public key, of another issuer each time. */
  static String importedKey() {
    String issuer = "did:web:school-" + fresh().unique() + ".example";
    return Json.write(
            Map.of(
                "issuer",
                issuer,
                "verificationMethod",
                issuer + "#key",
                "publicKeyPem",
                FormerKey.PEM))
        .text();
  }

  /** The public key of a former system. */
  private static final class FormerKey {
    static final String PEM = pem();

    private static String pem() {
      try {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2_048);
        byte[] key = generator.generateKeyPair().getPublic().getEncoded();
        return "-----BEGIN PUBLIC KEY-----\n%s\n-----END PUBLIC KEY-----\n"
            .formatted(Base64.getMimeEncoder().encodeToString(key));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** A type with one required property that any valid token may use. */
  String clubSchema(String name, String status) {
    return schema(
        name,
        status,
        """
        {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}},
         "_osConfig": {"roles": [], "uniqueIndexFields": ["name"]}}
        """);
  }

  /** A type whose entities are users, whom anybody may invite: the name is the user's. */
  static String people(String name) {
    return schema(
        name,
        "PUBLISHED",
        """
        {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}},
         "_osConfig": {"roles": [], "inviteRoles": ["anonymous"],
                       "ownershipAttributes": [{"userId": "/name"}]}}
        """);
  }

  /** A request of the W3C's interface to issue a credential. */
  static String credential() {
    return """
    {"credential": {"@context": ["https://www.w3.org/2018/credentials/v1"],
      "type": ["VerifiableCredential"], "issuanceDate": "2026-01-02T03:04:05Z",
      "credentialSubject": {"id": "did:example:ada"}}, "options": {}}
    """;
  }

  /** A request of the W3C's interface to revoke a credential. */
  static String status(String credentialId) {
    return """
    {"credentialId": "%s", "status": true,
     "credentialStatus": {"type": "BitstringStatusListEntry", "statusPurpose": "revocation"}}
    """
        .formatted(credentialId);
  }

  /** The request that stores a document of one type. */
  static String schema(String type, String status, String definition) {
    String document =
        """
        {"$schema": "http://json-schema.org/draft-07/schema", "type": "object", "title": "%1$s",
         "properties": {"%1$s": {"$ref": "#/definitions/%1$s"}}, "required": ["%1$s"],
         "definitions": {"%1$s": %2$s}}
        """
            .formatted(type, definition);
    return ((ObjectNode) Json.read("{}"))
        .put("name", type)
        .put("schema", document)
        .put("status", status)
        .toString();
  }

  private ObjectNode person(String file, String phone) {
    ObjectNode person = (ObjectNode) Json.read(text(file));
    return person.put("phoneNumber", phone).put("school", school());
  }

  private static String text(String file) {
    try (InputStream in = LocalMain.class.getResourceAsStream("/quickstart/" + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A request for a presentation from a wallet. */
  static String presentation() {
    return """
    {"dcqlQuery": {"credentials": [{"id": "c", "format": "ldp_vc", "meta": {"type_values":
       [["https://www.w3.org/2018/credentials#VerifiableCredential"]]},
       "require_cryptographic_holder_binding": false}]}}\
    """;
  }
}
