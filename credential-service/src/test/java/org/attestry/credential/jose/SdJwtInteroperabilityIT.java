package org.attestry.credential.jose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Optional;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.credential.crypto.Keys;
import org.attestry.credential.crypto.PublicKeyForms;
import org.attestry.credential.draft.SdJwts.Expected;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.proof.Proofs.Verdict;
import org.attestry.credential.suite.Documents;
import org.attestry.credential.suite.Peer;
import org.attestry.credential.suite.VcJwtInteroperabilityIT;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** SD-JWT credentials that @sd-jwt/sd-jwt-vc signs and presents verify here, and ours there. */
class SdJwtInteroperabilityIT {

  private static final String CLAIMS =
      """
      {"name": "Ada \\"x\\" 😀", "address": {"street": "Main", "city": "London"},
       "skills": ["a", "b"]}
      """;
  private static final String SHOWN = "{\"name\": true, \"address\": {\"street\": true}}";
  private static final String KB =
      "{\"nonce\": \"n\", \"aud\": \"https://verifier.example\", \"iat\": 1767323045}";
  private static final Expected EXPECTED = Expected.of("n", "https://verifier.example");

  @ParameterizedTest
  @EnumSource(KeyType.class)
  void bothSidesVerifyWhatTheOtherSigned(KeyType type) {
    Peer peer = Peer.install("peer-sd-jwt");
    TestSdJwts test = new TestSdJwts(Keys.generate(type), Keys.generate(KeyType.P256));
    String ours = test.sign(test.template(CLAIMS, "/name", "/address/street", "/skills/0"));
    String theirs = peer.text("sign", request(test).set("frame", frame()), payload(test));

    for (String credential : List.of(ours, theirs)) {
      assertInstanceOf(Verdict.Valid.class, test.verdict(credential));
      assertEquals("", peer.refusal(request(test), TextNode.valueOf(credential)));
      ObjectNode present = request(test).set("shown", Documents.json(SHOWN));
      present.set("kb", Documents.json(KB));
      String presented = peer.text("present", present, TextNode.valueOf(credential));
      assertEquals(2, SdJwt.parse(presented).disclosures().size());
      assertInstanceOf(Verdict.Valid.class, test.verdict(presented));
      assertEquals(
          Optional.of(new Check("holder", Status.OK, null)),
          new SdJwtCredentials().holder(presented, EXPECTED, TestSdJwts.NOW));
      ObjectNode bound = request(test).put("keyBinding", true);
      assertEquals("", peer.refusal(bound, TextNode.valueOf(presented)));
      assertBothRefuse(peer, test, presented);
    }
  }

  /** A disclosure that the issuer did not sign, and one that the holder did not show. */
  private static void assertBothRefuse(Peer peer, TestSdJwts test, String presented) {
    String[] parts = presented.split("~", -1);
    String fewer = presented.replace("~" + parts[1] + "~", "~");
    String other =
        presented.replace(parts[1], TestSdJwts.encoded("[\"c2FsdA\", \"name\", \"Eve\"]"));
    for (String changed : List.of(fewer, other)) {
      boolean accepted =
          test.verdict(changed) instanceof Verdict.Valid
              && new SdJwtCredentials()
                  .holder(changed, EXPECTED, TestSdJwts.NOW)
                  .filter(check -> check.status() == Status.OK)
                  .isPresent();
      assertFalse(accepted, changed);
      ObjectNode bound = request(test).put("keyBinding", true);
      assertTrue(peer.refusal(bound, TextNode.valueOf(changed)).startsWith("refused"), changed);
    }
  }

  private static ObjectNode payload(TestSdJwts test) {
    ObjectNode payload = Documents.json(CLAIMS).put("iss", TestSdJwts.ISSUER);
    payload.put("vct", "urn:example:licence").put("iat", TestSdJwts.NOW.getEpochSecond());
    payload.putObject("cnf").set("jwk", PublicKeyForms.of(test.holder().getPublic()).jwk());
    return payload;
  }

  private static JsonNode frame() {
    return Documents.json(
        """
        {"_sd": ["name"], "_sd_decoy": 2, "address": {"_sd": ["street"]}, "skills": {"_sd": [0]}}
        """);
  }

  private static ObjectNode request(TestSdJwts test) {
    ObjectNode request = Json.object();
    request
        .putObject("key")
        .put("id", TestSdJwts.METHOD)
        .set("jwk", VcJwtInteroperabilityIT.privateJwk(test.issuer()));
    return request.set("holder", VcJwtInteroperabilityIT.privateJwk(test.holder()));
  }
}
