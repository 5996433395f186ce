package org.attestry.credential.stored;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.credential.call.CallBudget;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.context.KnownContexts;
import org.attestry.credential.key.KeyRing;
import org.attestry.credential.key.SigningSuite;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.proof.Proofs.Unsigned;
import org.attestry.runtime.json.Json;

/** Finds issued credentials, to sign them again in another form. */
public record IssuedCredentials(
    PgCredentialStore credentials,
    Proofs proofs,
    KnownContexts contexts,
    KeyRing keys,
    CryptoWorkers compute) {

  /** The stored form of credentials, which each of them has. */
  private static final String STORED_FORM = "application/vc+ld+json";

  /**
   * A valid credential.
   *
   * @param credential without its proof
   * @param suite that signed it
   */
  public record Issued(ObjectNode credential, SigningSuite suite, StoredCredential stored) {}

  /**
   * Finds a credential by its id and text. Fails NOT_ACCEPTABLE if it was not issued here, or it or
   * its key is revoked.
   *
   * @param text exactly as it was signed
   */
  public Future<Issued> find(JsonBytes text, Form form, Deadline deadline) {
    return compute
        .run(deadline, () -> parsed(text, form))
        .compose(
            signed ->
                credentials
                    .findValid(id(signed), text, proof(signed).path("verificationMethod").asText())
                    .map(found -> found.orElseThrow(() -> form.refusal(Form.INVALID)))
                    .map(stored -> issued(signed, stored)));
  }

  private static ObjectNode parsed(JsonBytes text, Form form) {
    if (Json.parse(text) instanceof ObjectNode object) {
      return object;
    }
    throw form.refusal(Form.INVALID);
  }

  private static String id(ObjectNode signed) {
    return signed.path(signed.has("@id") ? "@id" : "id").asText();
  }

  private static JsonNode proof(ObjectNode signed) {
    return signed.path("proof");
  }

  private Issued issued(ObjectNode signed, StoredCredential stored) {
    SigningSuite suite = proofs.suite(proof(signed)).orElseThrow();
    ObjectNode credential = signed.deepCopy();
    credential.remove("proof");
    return new Issued(credential, suite, stored);
  }

  /**
   * Reads the signed statements of a credential.
   *
   * @param suite that will sign it
   */
  public Future<Unsigned> read(Issued issued, SigningSuite suite, Deadline deadline) {
    return contexts
        .namedBy(issued.credential())
        .compose(
            known ->
                compute.run(
                    deadline,
                    () ->
                        proofs.read(
                            issued.credential(), suite, known, CallBudget.until(deadline))));
  }

  /**
   * Returns the issuer's key of the type that signed it; fails NOT_ACCEPTABLE if the issuer no
   * longer signs.
   */
  public Future<StoredKey> key(Issued issued, Form form) {
    return keys.signingKey(issued.stored().issuer(), issued.suite().keyType())
        .recover(
            cause ->
                FailureException.isOf(cause, FailureKind.INVALID)
                    ? Future.failedFuture(form.refusal("Its issuer does not sign any more"))
                    : Future.failedFuture(cause));
  }

  /** A form that not every credential has. */
  public enum Form {
    JWT("credential.jwt.form", "application/vc+jwt"),
    SD_JWT("credential.sd-jwt.form", "application/dc+sd-jwt");

    private static final String INVALID =
        "Only a credential that was issued here has it, if neither it nor its key is revoked";

    private final String code;
    private final String mediaType;

    Form(String code, String mediaType) {
      this.code = code;
      this.mediaType = mediaType;
    }

    public FailureException refusal(String why) {
      return FailureException.of(
          FailureKind.NOT_ACCEPTABLE,
          code,
          "%s: accept %s instead of %s.".formatted(why, STORED_FORM, mediaType));
    }
  }
}
