package org.attestry.credential.jose;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.credential.key.Prepared;
import org.attestry.credential.key.SignatureAlgorithm;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.key.VerificationKey;
import org.attestry.credential.proof.Proofs.Verdict;
import org.attestry.credential.proof.Proofs.Verification;
import org.attestry.credential.proof.SignedTerms;
import org.attestry.credential.proof.TokenListJwts;
import org.attestry.credential.status.ListContent;
import org.attestry.credential.status.ListDialect;
import org.attestry.credential.status.StatusPurpose;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;

/** Token Status Lists (draft-ietf-oauth-status-list, section 5.1). */
public final class TokenListJwt implements TokenListJwts {

  /** The header's {@code typ}. */
  private static final String TYPE = "statuslist+jwt";

  /** The numbers of bits that a status may have (section 4.1). */
  private static final Set<Integer> BITS = Set.of(1, 2, 4, 8);

  @Override
  public Prepared<String> prepare(TokenListClaims claims, StoredKey key) {
    SignatureAlgorithm algorithm = JwsAlgorithms.of(key.type());
    ObjectNode header = Jws.headerWithKey(TYPE, key);
    ObjectNode payload = Json.object();
    payload
        .put("iss", key.issuer())
        .put("sub", claims.address())
        .put("iat", claims.issued().getEpochSecond())
        .put("exp", claims.expires().getEpochSecond())
        .put("ttl", claims.ttl().toSeconds())
        .putObject("status_list")
        .put("bits", claims.bits())
        .put("lst", claims.list());
    return Jws.prepare(header, payload, algorithm);
  }

  @Override
  public Named named(String text) {
    try {
      return new Named(list(text).header().path("kid").asText(), null);
    } catch (InvalidProofException e) {
      return new Named("", new Check("proof", Status.NOK, e.reason()));
    }
  }

  private static Jws list(String text) {
    Jws list = Jws.parse(text, SdJwt.MALFORMED);
    if (!list.type().equals(TYPE)) {
      throw new InvalidProofException("jwt.header");
    }
    return list;
  }

  @Override
  public Verification verify(String text, VerificationKey key, Budget budget) {
    return Jws.verification(text, budget, () -> verification(list(text), key));
  }

  private static Verification verification(Jws list, VerificationKey key) {
    SignedTerms terms = terms(list.payload(), key);
    return key == null
        ? new Verification(new Verdict.Undecided("key.unknown"), terms)
        : new Verification(list.valid(list.verified(key.publicKey())), terms);
  }

  /** Returns the terms of a list. Its issuer is that of the key, unless it names one. */
  private static SignedTerms terms(ObjectNode payload, VerificationKey key) {
    JsonNode address = payload.path("sub");
    JsonNode list = payload.path("status_list");
    int bits = list.path("bits").isInt() ? list.get("bits").intValue() : 0;
    boolean whole =
        address.isTextual()
            && payload.has("iat")
            && list.path("lst").isTextual()
            && BITS.contains(bits);
    if (!whole) {
      throw new InvalidProofException("jwt.claims");
    }
    String issuer = key == null ? "" : key.issuer();
    return new SignedTerms(
        address.textValue(),
        Set.of(ListDialect.TOKEN.credentialType()),
        List.of(payload.has("iss") ? payload.get("iss").asText() : issuer),
        Jws.dates(payload, "nbf"),
        Jws.dates(payload, "exp"),
        List.of(address.textValue()),
        false,
        List.of(),
        List.of(content(list.get("lst").textValue(), bits, payload.path("ttl"))),
        false);
  }

  private static ListContent content(String encoded, int bits, JsonNode ttl) {
    boolean known = ttl.isIntegralNumber() && ttl.canConvertToInt() && ttl.intValue() > 0;
    return new ListContent(
        Set.of(ListDialect.TOKEN.listType()),
        Stream.of(StatusPurpose.values()).map(StatusPurpose::text).toList(),
        List.of(encoded),
        known ? List.of(Long.toString(Duration.ofSeconds(ttl.intValue()).toMillis())) : List.of(),
        bits);
  }
}
