package org.attestry.credential.domain;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.function.BiFunction;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.JsonBytes;
import org.attestry.credential.domain.Proofs.SignedDocument;
import org.attestry.credential.domain.template.CredentialTemplate;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.work.Budget;

/** From template and data to a signed credential: fill, complete, find the issuer's key, sign. */
public final class Signing {

  private static final String TEMPLATE = "/credentialTemplate";

  private final KeyRing keys;
  private final Proofs proofs;
  private final Compute compute;
  private final Issuers issuers;
  private final Clock clock;

  public Signing(KeyRing keys, Proofs proofs, Compute compute, Issuers issuers, Clock clock) {
    this.keys = keys;
    this.proofs = proofs;
    this.compute = compute;
    this.issuers = issuers;
    this.clock = clock;
  }

  /**
   * @param template the template, which a caller may have left out
   * @param data what fills it; nothing when null
   * @param complete makes the filled template a draft
   * @return fails with pointers below {@code /credentialTemplate}
   */
  Future<SignedDocument> sign(
      JsonBytes template,
      JsonBytes data,
      BiFunction<ObjectNode, Issuers, CredentialDraft> complete,
      Deadline deadline) {
    Budget budget = CallBudget.until(deadline);
    return compute
        .run(deadline, () -> complete.apply(fill(template, data, budget), issuers))
        .compose(
            draft ->
                keys.signingKey(draft.issuer())
                    .compose(
                        key ->
                            compute.run(
                                deadline,
                                () ->
                                    proofs.sign(draft.credential(), key, clock.instant(), budget))))
        .recover(cause -> Future.failedFuture(TemplatePointers.under(TEMPLATE, cause)));
  }

  private static ObjectNode fill(JsonBytes template, JsonBytes data, Budget budget) {
    CredentialTemplate parsed =
        CredentialTemplate.of(template == null ? null : Json.parse(template));
    return parsed.fill(
        data == null ? JsonNodeFactory.instance.objectNode() : Json.parse(data), budget);
  }
}
