package org.attestry.credential.domain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.Map;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.JsonBytes;
import org.attestry.credential.domain.Proofs.SignedDocument;
import org.attestry.credential.domain.Proofs.Unsigned;
import org.attestry.credential.domain.template.CredentialTemplate;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.work.Budget;

/** From template and data to a signed credential: fill, complete, find the issuer's key, sign. */
public final class Signing {

  private final Proofs proofs;
  private final KnownContexts contexts;
  private final GeneratedContexts generated;
  private final CryptoWorkers compute;
  private final Issuers issuers;
  private final Clock clock;

  public Signing(
      Proofs proofs,
      KnownContexts contexts,
      GeneratedContexts generated,
      CryptoWorkers compute,
      Issuers issuers,
      Clock clock) {
    this.proofs = proofs;
    this.contexts = contexts;
    this.generated = generated;
    this.compute = compute;
    this.issuers = issuers;
    this.clock = clock;
  }

  /**
   * @param template the template, which a caller may have left out
   * @param data what fills it; nothing when null
   * @param kept whether the credential is stored: then it has an id; the proof of another names the
   *     digest of the contexts that stand in it, because nothing is kept of it here
   * @param key finds the key to sign with
   * @return fails with pointers below {@code /credentialTemplate}
   */
  Future<SignedDocument> sign(
      JsonBytes template, JsonBytes data, boolean kept, KeyOfIssuer key, Deadline deadline) {
    Budget budget = CallBudget.until(deadline);
    return compute
        .run(deadline, () -> fill(template, data, kept, budget))
        .compose(
            filled ->
                contexts
                    .namedBy(filled.draft().credential())
                    .compose(known -> compute.run(deadline, () -> read(filled, known, budget))))
        .compose(
            prepared ->
                key.find(prepared.unsigned(), prepared.named())
                    .compose(found -> sign(prepared.unsigned(), found, kept, deadline)))
        .recover(cause -> Future.failedFuture(TemplatePointers.inTemplate(cause)));
  }

  /** How the key of an issuer is found. */
  @FunctionalInterface
  interface KeyOfIssuer {

    /**
     * @param named whether the template itself names the issuer, and not what filled it
     */
    Future<SigningKey> find(Unsigned unsigned, boolean named);
  }

  private record Filled(CredentialTemplate template, CredentialDraft draft) {}

  private record Prepared(Unsigned unsigned, boolean named) {}

  private Filled fill(JsonBytes template, JsonBytes data, boolean kept, Budget budget) {
    CredentialTemplate parsed =
        CredentialTemplate.of(template == null ? null : Json.parse(template));
    ObjectNode filled =
        parsed.fill(
            data == null ? JsonNodeFactory.instance.objectNode() : Json.parse(data), budget);
    CredentialDraft draft =
        kept
            ? CredentialDraft.withId(filled, issuers, clock.instant())
            : CredentialDraft.of(filled, issuers, clock.instant());
    return new Filled(parsed, draft);
  }

  private Prepared read(Filled filled, Map<String, JsonNode> known, Budget budget) {
    Unsigned unsigned = filled.draft().read(proofs, known, issuers, budget);
    return new Prepared(unsigned, filled.template().namesIssuer(unsigned.terms().issuer()));
  }

  private Future<SignedDocument> sign(
      Unsigned unsigned, SigningKey key, boolean kept, Deadline deadline) {
    return contexts
        .use(unsigned.contexts().keySet())
        .compose(used -> generated.complete(unsigned, deadline))
        .compose(
            complete ->
                compute.run(
                    deadline,
                    () -> {
                      String nonce = kept ? null : ContextDigest.nonce(complete.document());
                      return proofs.sign(complete, key, clock.instant(), nonce);
                    }));
  }
}
