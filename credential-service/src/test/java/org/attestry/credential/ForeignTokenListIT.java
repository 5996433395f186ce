package org.attestry.credential;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.DeflaterOutputStream;
import org.attestry.contracts.Caller;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.credential.IssuerOperations;
import org.attestry.contracts.credential.IssuerOperations.ImportKeyRequest;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SD-JWTs of another issuer in Token Status Lists of every kind, which are fetched. */
class ForeignTokenListIT {

  /** Seconds since 1970. */
  private static final long ISSUED_AT = 1_700_000_000;

  private static final String ISSUER = "did:web:tokens.example";
  private static final String METHOD = ISSUER + "#key";
  private static final String STRANGER = "did:web:stranger.example";
  private static final int NEVER_SET = 7;

  private static ForeignRegistry server;
  private static RunningService ours;
  private static KeyPair key;
  private static KeyPair strangersKey;

  /** Addresses serve one document each, because documents are kept. */
  private static int lists;

  @BeforeAll
  static void start() throws Exception {
    server = ForeignRegistry.start();
    ours =
        RunningService.start(
            Map.of(
                "PUBLIC_URL", "https://registry.example",
                "EGRESS_ALLOWED", server.origin(),
                "EGRESS_LOOPBACK", "true"));
    key = imported(ISSUER, METHOD);
    strangersKey = imported(STRANGER, STRANGER + "#key");
  }

  @AfterAll
  static void stop() throws Exception {
    ours.stop();
    server.stop();
  }

  private static KeyPair imported(String issuer, String method) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    KeyPair pair = generator.generateKeyPair();
    String pem =
        "-----BEGIN PUBLIC KEY-----\n%s\n-----END PUBLIC KEY-----"
            .formatted(Base64.getMimeEncoder().encodeToString(pair.getPublic().getEncoded()));
    ours.request(
        IssuerOperations.IMPORT_KEY,
        ImportKeyRequest.ofPublicKey(issuer, method, pem, null),
        RunningService.ADMIN);
    return pair;
  }

  /**
   * In each list the statuses of 64 entries are 0, 1, … in turn, up to the largest value of the
   * bits.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1 | 0    | OK null                | null
          1 | 1    | NOK revoked            | null
          2 | 2    | OK null                | NOK suspended
          2 | 3    | UNKNOWN status.unknown | null
          4 | 0    | OK null                | null
          4 | 1    | NOK revoked            | null
          4 | 2    | OK null                | NOK suspended
          4 | 15   | UNKNOWN status.unknown | null
          8 | 2    | OK null                | NOK suspended
          8 | 63   | UNKNOWN status.unknown | null
          """)
  void eachStatusMeansWhatTheDraftSays(int bits, int index, String revocation, String suspension)
      throws Exception {
    VerificationView view = verify(served(address -> list(address, bits)), index);

    assertEquals(revocation, check(view, "revocation"));
    assertEquals(suspension, String.valueOf(check(view, "suspension")));
    assertEquals(revocation.startsWith("OK") && suspension.equals("null"), view.verified());
  }

  @Test
  void aListThatCannotBeTrustedSaysNothing() throws Exception {
    assertInvalid("proof", address -> "no list");
    assertInvalid("proof", address -> "");
    assertInvalid("proof", address -> "..");
    assertInvalid("proof", address -> jwt("dc+sd-jwt", METHOD, key, list(address)));
    assertInvalid("proof", address -> signed(list(address)) + "A");
    assertInvalid("proof", address -> jwt("statuslist+jwt", METHOD, strangersKey, list(address)));
    assertInvalid("proof", address -> signed(without(list(address), "sub")));
    assertInvalid("proof", address -> signed(without(list(address), "iat")));
    assertInvalid("proof", address -> signed(without(list(address), "status_list")));
    assertInvalid("proof", address -> signed(list(address, 2, "bits", "2")));
    assertInvalid("proof", address -> signed(list(address, 2, "bits", 3)));
    assertInvalid("proof", address -> signed(list(address, 2, "lst", 1)));
    assertInvalid("list", address -> signed(list(address, 2, "lst", "AAAA")));
    assertInvalid("list", address -> signed(list(address, 2, "lst", "%")));
    assertInvalid("address", address -> signed(list(address + "x")));
    assertInvalid("issuer", address -> signed(list(address).put("iss", STRANGER)));
    assertInvalid(
        "issuer", address -> jwt("statuslist+jwt", STRANGER + "#key", strangersKey, list(address)));
    assertInvalid("expiry", address -> signed(list(address).put("exp", 1_767_225_600)));
    assertInvalid("expiry", address -> signed(list(address).put("nbf", 253_402_300_799L)));
  }

  @Test
  void anIndexBeyondTheListSaysNothing() throws Exception {
    VerificationView view = verify(served(address -> list(address, 2)), 64);

    assertEquals("UNKNOWN status.list-invalid:index", check(view, "revocation"));
  }

  /** 64 million statuses are read up to the wanted one. */
  @Test
  void aListThatIsABombIsReadUpToItsStatusOnly() throws Exception {
    String bomb = encoded(new byte[64_000_000]);

    VerificationView view = verify(address(a -> signed(list(a, 8, "lst", bomb))), NEVER_SET);

    assertEquals("OK null", check(view, "revocation"));
  }

  @ParameterizedTest
  @CsvSource({"-1", "1.5", "100000000", "99999999999999999999"})
  void anIndexThatIsNoneIsUnknown(String index) throws Exception {
    ObjectNode claims = credential(served(address -> list(address, 2)), 0);
    claims.withObject("/status/status_list").set("idx", Json.read(index));

    assertEquals("UNKNOWN status.unknown", check(verify(claims), "revocation"));
  }

  /** Makes a value for an address. */
  private interface Made<T> {

    T at(String address) throws Exception;
  }

  private static void assertInvalid(String what, Made<String> list) throws Exception {
    VerificationView view = verify(address(list), NEVER_SET);
    assertEquals("UNKNOWN status.list-invalid:" + what, check(view, "revocation"), view::toString);
    assertFalse(view.verified());
  }

  private static String served(Made<ObjectNode> list) throws Exception {
    return address(address -> signed(list.at(address)));
  }

  private static String address(Made<String> list) throws Exception {
    String path = "/lists/" + lists++;
    return server.serve(path, list.at(server.origin() + path));
  }

  private static ObjectNode list(String address) throws Exception {
    return list(address, 2);
  }

  private static ObjectNode list(String address, int bits) throws Exception {
    byte[] statuses = new byte[64 * bits / 8];
    for (int index = 0; index < 64; index++) {
      int status = index == NEVER_SET ? 0 : index % (1 << bits);
      statuses[index * bits / 8] |= (byte) (status << index * bits % 8);
    }
    ObjectNode claims = Json.object().put("sub", address);
    claims.put("iat", ISSUED_AT).put("ttl", 300);
    claims.putObject("status_list").put("bits", bits).put("lst", encoded(statuses));
    return claims;
  }

  private static ObjectNode list(String address, int bits, String member, Object value)
      throws Exception {
    ObjectNode claims = list(address, bits);
    claims.withObject("/status_list").putPOJO(member, value);
    return (ObjectNode) Json.read(Json.write(claims));
  }

  private static ObjectNode without(ObjectNode claims, String member) {
    claims.remove(member);
    return claims;
  }

  private static String encoded(byte[] statuses) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DeflaterOutputStream zlib = new DeflaterOutputStream(out)) {
      zlib.write(statuses);
    }
    return base64(out.toByteArray());
  }

  private static ObjectNode credential(String list, int index) {
    ObjectNode claims = Json.object().put("iss", ISSUER);
    claims.put("vct", "https://tokens.example/licence").put("iat", ISSUED_AT);
    claims.putObject("status").putObject("status_list").put("idx", index).put("uri", list);
    return claims;
  }

  private static VerificationView verify(String list, int index) throws Exception {
    return verify(credential(list, index));
  }

  private static VerificationView verify(ObjectNode claims) throws Exception {
    String sdJwt = jwt("dc+sd-jwt", METHOD, key, claims) + "~";
    return ours.request(
        CredentialOperations.VERIFY_CREDENTIAL,
        new VerifyCredentialRequest(Json.write(sdJwt)),
        Caller.NOBODY);
  }

  private static String check(VerificationView view, String name) {
    List<Check> found = view.checks().stream().filter(check -> check.check().equals(name)).toList();
    return found.isEmpty() ? null : found.getFirst().status() + " " + found.getFirst().reason();
  }

  private static String signed(ObjectNode claims) throws Exception {
    return jwt("statuslist+jwt", METHOD, key, claims);
  }

  private static String jwt(String type, String method, KeyPair pair, ObjectNode claims)
      throws Exception {
    ObjectNode header = Json.object().put("alg", "ES256");
    header.put("typ", type).put("kid", method);
    String input = base64(header.toString().getBytes(UTF_8));
    input += "." + base64(claims.toString().getBytes(UTF_8));
    Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
    signature.initSign(pair.getPrivate());
    signature.update(input.getBytes(UTF_8));
    return input + "." + base64(signature.sign());
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
