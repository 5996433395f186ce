package org.attestry.credential.jose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import java.util.Set;
import org.attestry.credential.Budgets;
import org.attestry.credential.crypto.Keys;
import org.attestry.credential.crypto.Signatures;
import org.attestry.credential.crypto.TestSigner;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.Prepared;
import org.attestry.credential.key.SigningTime;
import org.attestry.credential.key.VerificationKey;
import org.attestry.credential.proof.Proofs.Verdict;
import org.attestry.credential.proof.Proofs.Verification;
import org.attestry.credential.proof.TokenListJwts.TokenListClaims;
import org.attestry.credential.status.Bitstring;
import org.attestry.credential.status.EncodedList;
import org.attestry.credential.status.ListContent;
import org.attestry.credential.status.ListDialect;
import org.attestry.credential.status.TokenStatuses;
import org.attestry.credential.suite.Peer;
import org.attestry.credential.suite.VcJwtInteroperabilityIT;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Token Status Lists that @sd-jwt/jwt-status-list makes are read here, and ours there. */
class TokenListInteroperabilityIT {

  private static final String LIST = "https://issuer.example/lists/1";
  private static final int REVOKED = 3;
  private static final int SUSPENDED = 131_069;
  private static final int VALID = 4;

  private final Peer peer = Peer.install("peer-sd-jwt");

  @ParameterizedTest
  @EnumSource(KeyType.class)
  void thePeerFindsEachStatusOfOurLists(KeyType type) {
    TestSdJwts test = new TestSdJwts(Keys.generate(type), Keys.generate(KeyType.P256));
    String list = ours(test, Instant.now());

    assertEquals("", refusal(test, VALID, list));
    assertEquals("refused: Status is not valid", refusal(test, REVOKED, list));
    assertEquals("refused: Status is not valid", refusal(test, SUSPENDED, list));
    assertTrue(refusal(test, VALID, ours(test, TestSdJwts.NOW)).contains("expired"));
    String[] parts = list.split("\\.");
    TestSdJwts other = new TestSdJwts(Keys.generate(type), test.holder());
    String forged = parts[0] + "." + parts[1] + "." + ours(other, Instant.now()).split("\\.")[2];
    assertTrue(refusal(test, VALID, forged).contains("Invalid JWT Signature"));
    assertInstanceOf(Verdict.Invalid.class, verified(test, forged).verdict());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8})
  void eachStatusOfThePeersListsIsFoundHere(int bits) {
    for (KeyType type : KeyType.values()) {
      TestSdJwts test = new TestSdJwts(Keys.generate(type), Keys.generate(KeyType.P256));
      ObjectNode document = Json.object().put("bits", bits);
      for (int index = 0; index < 1_000; index++) {
        document.withArray("statuses").add(index * 7 % (1 << bits));
      }
      ObjectNode claims = document.putObject("claims").put("iss", TestSdJwts.ISSUER);
      claims.put("sub", LIST).put("iat", TestSdJwts.NOW.getEpochSecond()).put("ttl", 60);
      Verification verification = verified(test, peer.text("signList", request(test), document));

      assertInstanceOf(Verdict.Valid.class, verification.verdict());
      assertEquals(LIST, verification.terms().id());
      assertEquals(TestSdJwts.ISSUER, verification.terms().issuer());
      ListContent content = verification.terms().lists().getFirst();
      for (int index = 0; index < 1_000; index++) {
        assertEquals(OptionalInt.of(index * 7 % (1 << bits)), status(content, index));
      }
      assertEquals(OptionalInt.empty(), status(content, 1_000));
    }
  }

  private static OptionalInt status(ListContent content, int index) {
    return EncodedList.status(
        content.encoded().getFirst(), ListDialect.TOKEN, content.bits(), index, Budgets.of(100));
  }

  /** Returns the peer's verdict on a credential whose status is in the list. */
  private String refusal(TestSdJwts test, int index, String list) {
    ObjectNode header = Json.object();
    header.put("alg", algorithm(test)).put("typ", SdJwt.TYPE).put("kid", TestSdJwts.METHOD);
    ObjectNode claims = Json.object().put("iss", TestSdJwts.ISSUER);
    claims.put("vct", "urn:example:licence").put("iat", TestSdJwts.NOW.getEpochSecond());
    claims.putObject("status").putObject("status_list").put("idx", index).put("uri", LIST);
    String sdJwt = TestSdJwts.jwt(header.toString(), claims.toString(), test.issuer()) + "~";
    ObjectNode request = request(test);
    request.putObject("lists").put(LIST, list);
    return peer.refusal(request, TextNode.valueOf(sdJwt));
  }

  private static String algorithm(TestSdJwts test) {
    return JwsAlgorithms.name(JwsAlgorithms.of(Keys.type(test.issuer().getPublic())));
  }

  /** Makes a list as the service does. */
  private static String ours(TestSdJwts test, Instant issued) {
    byte[] revoked = Bitstring.empty();
    byte[] suspended = Bitstring.empty();
    set(revoked, REVOKED);
    set(suspended, REVOKED);
    set(suspended, SUSPENDED);
    TokenListClaims claims =
        new TokenListClaims(
            LIST,
            issued,
            issued.plus(Duration.ofDays(30)),
            Duration.ofMinutes(5),
            TokenStatuses.BITS,
            TokenStatuses.encode(revoked, suspended));
    Prepared<String> prepared =
        new TokenListJwt()
            .prepare(
                claims,
                new TestSigner(TestSdJwts.METHOD, TestSdJwts.ISSUER, test.issuer()).storedKey());
    byte[] signature =
        Signatures.sign(prepared.algorithm(), test.issuer().getPrivate(), prepared.input());
    return prepared.completed().apply(signature);
  }

  private static void set(byte[] bits, int index) {
    bits[index / 8] |= (byte) (1 << 7 - index % 8);
  }

  private static Verification verified(TestSdJwts test, String list) {
    VerificationKey key =
        new VerificationKey(
            TestSdJwts.METHOD,
            TestSdJwts.ISSUER,
            KeyState.ACTIVE,
            test.issuer().getPublic(),
            "",
            Set.of(),
            SigningTime.UNKNOWN);
    return new TokenListJwt().verify(list, key, Budgets.ofACall());
  }

  private static ObjectNode request(TestSdJwts test) {
    ObjectNode request = Json.object();
    request
        .putObject("key")
        .put("id", TestSdJwts.METHOD)
        .set("jwk", VcJwtInteroperabilityIT.privateJwk(test.issuer()));
    return request;
  }
}
