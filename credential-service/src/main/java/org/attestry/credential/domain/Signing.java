package org.attestry.credential.domain;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.function.BiFunction;
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
  private final CryptoWorkers compute;
  private final Issuers issuers;
  private final Clock clock;

  public Signing(Proofs proofs, CryptoWorkers compute, Issuers issuers, Clock clock) {
    this.proofs = proofs;
    this.compute = compute;
    this.issuers = issuers;
    this.clock = clock;
  }

  /**
   * @param template the template, which a caller may have left out
   * @param data what fills it; nothing when null
   * @param complete makes the filled template a draft
   * @param key finds the key to sign with
   * @return fails with pointers below {@code /credentialTemplate}
   */
  Future<SignedDocument> sign(
      JsonBytes template,
      JsonBytes data,
      BiFunction<ObjectNode, Issuers, CredentialDraft> complete,
      KeyOfIssuer key,
      Deadline deadline) {
    Budget budget = CallBudget.until(deadline);
    return compute
        .run(deadline, () -> prepare(template, data, complete, budget))
        .compose(
            prepared ->
                key.find(prepared.unsigned().terms().issuer(), prepared.named())
                    .compose(found -> sign(prepared.unsigned(), found, deadline)))
        .recover(cause -> Future.failedFuture(TemplatePointers.inTemplate(cause)));
  }

  /** How the key of an issuer is found. */
  @FunctionalInterface
  interface KeyOfIssuer {

    /**
     * @param named whether the template itself names the issuer, and not what filled it
     */
    Future<SigningKey> find(String issuer, boolean named);
  }

  private record Prepared(Unsigned unsigned, boolean named) {}

  private Prepared prepare(
      JsonBytes template,
      JsonBytes data,
      BiFunction<ObjectNode, Issuers, CredentialDraft> complete,
      Budget budget) {
    CredentialTemplate parsed =
        CredentialTemplate.of(template == null ? null : Json.parse(template));
    ObjectNode filled =
        parsed.fill(
            data == null ? JsonNodeFactory.instance.objectNode() : Json.parse(data), budget);
    Unsigned unsigned = complete.apply(filled, issuers).read(proofs, issuers, budget);
    return new Prepared(unsigned, parsed.namesIssuer(unsigned.terms().issuer()));
  }

  private Future<SignedDocument> sign(Unsigned unsigned, SigningKey key, Deadline deadline) {
    return compute.run(deadline, () -> proofs.sign(unsigned, key, clock.instant()));
  }
}
