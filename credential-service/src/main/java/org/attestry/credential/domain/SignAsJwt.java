package org.attestry.credential.domain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.Map;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.SignAsJwtRequest;
import org.attestry.contracts.credential.SignedJwt;
import org.attestry.credential.domain.Proofs.Unsigned;
import org.attestry.runtime.json.Json;

/**
 * Signs an issued credential once more, as a JWT by the same issuer. Nothing is stored: the JWT has
 * the id, the status entries and the statements of the credential, so that it is revoked with it.
 */
public final class SignAsJwt {

  private final CredentialStore credentials;
  private final Proofs proofs;
  private final ProofMaker maker;
  private final KnownContexts contexts;
  private final KeyRing keys;
  private final CryptoWorkers compute;
  private final Clock clock;

  public SignAsJwt(
      CredentialStore credentials,
      Proofs proofs,
      ProofMaker maker,
      KnownContexts contexts,
      KeyRing keys,
      CryptoWorkers compute,
      Clock clock) {
    this.credentials = credentials;
    this.proofs = proofs;
    this.maker = maker;
    this.contexts = contexts;
    this.keys = keys;
    this.compute = compute;
    this.clock = clock;
  }

  /**
   * Fails NOT_ACCEPTABLE for a credential that was not issued here, is revoked or whose key is, or
   * that is not of the data model 2.0, and where its issuer signs nothing any more.
   */
  public Future<SignedJwt> handle(SignAsJwtRequest request, CallContext call) {
    return compute
        .run(call.deadline(), () -> parsed(request.credential()))
        .compose(credential -> issued(credential, request.credential()))
        .compose(credential -> sign(credential, call.deadline()));
  }

  private static ObjectNode parsed(JsonBytes credential) {
    if (Json.parse(credential) instanceof ObjectNode object
        && CredentialDraft.isSecond(object)
        && CredentialDraft.claims(object).isEmpty()) {
      return object;
    }
    throw refusal("Only credentials of the data model 2.0 without claims of JWTs have this form");
  }

  private Future<ObjectNode> issued(ObjectNode credential, JsonBytes text) {
    String id = credential.path(credential.has("@id") ? "@id" : "id").asText();
    return credentials
        .isValid(id, text, credential.path("proof").path("verificationMethod").asText())
        .map(
            valid -> {
              if (!valid) {
                throw refusal(
                    "Only a credential that was issued here has it, if neither it nor its key is"
                        + " revoked");
              }
              return credential;
            });
  }

  private Future<SignedJwt> sign(ObjectNode signed, Deadline deadline) {
    ObjectNode credential = signed.deepCopy();
    JsonNode proof = credential.remove("proof");
    KeyType type = proofs.suite(proof).orElseThrow().keyType();
    return contexts
        .namedBy(credential)
        .compose(known -> compute.run(deadline, () -> read(credential, type, known, deadline)))
        .compose(
            unsigned ->
                key(unsigned, type)
                    .compose(
                        key -> maker.sign(unsigned, key, clock.instant(), () -> null, deadline)))
        .map(enveloped -> new SignedJwt(proofs.jwt(enveloped.credential())));
  }

  private Unsigned read(
      ObjectNode credential, KeyType type, Map<String, JsonNode> known, Deadline deadline) {
    return proofs.read(credential, proofs.enveloping(type), known, CallBudget.until(deadline));
  }

  private Future<StoredKey> key(Unsigned unsigned, KeyType type) {
    return keys.signingKey(unsigned.terms().issuer(), type)
        .recover(
            cause ->
                cause instanceof FailureException refused
                        && refused.failure().kind() == FailureKind.INVALID
                    ? Future.failedFuture(refusal("Its issuer does not sign any more"))
                    : Future.failedFuture(cause));
  }

  private static FailureException refusal(String why) {
    return Failure.of(
            FailureKind.NOT_ACCEPTABLE,
            "credential.jwt.form",
            why + ": accept application/vc+ld+json instead of application/vc+jwt.")
        .exception();
  }
}
