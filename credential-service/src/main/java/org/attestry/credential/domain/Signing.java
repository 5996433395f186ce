package org.attestry.credential.domain;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.credential.domain.Proofs.SignedDocument;
import org.attestry.credential.domain.Proofs.Unsigned;
import org.attestry.credential.domain.status.CredentialStatus;
import org.attestry.credential.domain.status.StatusAddresses;
import org.attestry.credential.domain.status.StatusAllocation;
import org.attestry.credential.domain.status.StatusPlace;
import org.attestry.credential.domain.template.CredentialTemplate;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.work.Budget;

/** From template and data to a signed credential: fill, complete, find the issuer's key, sign. */
public final class Signing {

  private final Proofs proofs;
  private final ProofMaker maker;
  private final KnownContexts contexts;
  private final GeneratedContexts generated;
  private final CryptoWorkers compute;
  private final Issuers issuers;
  private final Clock clock;

  public Signing(
      Proofs proofs,
      ProofMaker maker,
      KnownContexts contexts,
      GeneratedContexts generated,
      CryptoWorkers compute,
      Issuers issuers,
      Clock clock) {
    this.proofs = proofs;
    this.maker = maker;
    this.contexts = contexts;
    this.generated = generated;
    this.compute = compute;
    this.issuers = issuers;
    this.clock = clock;
  }

  /**
   * Signs a credential that is not stored. Its proof names the digest of its contexts where inline
   * or uploaded ones are among them, because nothing is kept of it here.
   *
   * @param template the template, which a caller may have left out
   * @param data what fills it; nothing when null
   * @param key finds the key to sign with
   * @return fails with pointers below {@code /credentialTemplate}
   */
  Future<SignedDocument> sign(
      JsonBytes template, JsonBytes data, KeyOfIssuer key, Deadline deadline) {
    Budget budget = CallBudget.until(deadline);
    return compute
        .run(deadline, () -> filled(template, data, false, budget))
        .compose(filled -> sign(filled, key, budget, deadline))
        .recover(cause -> Future.failedFuture(TemplatePointers.inTemplate(cause)));
  }

  /**
   * Signs a credential as it stands: braces in its texts are texts.
   *
   * @return fails with pointers below {@code /credential}
   */
  Future<SignedDocument> signGiven(JsonBytes credential, KeyOfIssuer key, Deadline deadline) {
    Budget budget = CallBudget.until(deadline);
    return compute
        .run(deadline, () -> given(credential))
        .compose(given -> sign(given, key, budget, deadline))
        .recover(cause -> Future.failedFuture(TemplatePointers.inCredential(cause)));
  }

  private Future<SignedDocument> sign(
      Filled filled, KeyOfIssuer key, Budget budget, Deadline deadline) {
    return read(filled.draft(), budget, deadline)
        .compose(
            unsigned ->
                key.find(unsigned, unsigned.suite().keyType(), filled.names(unsigned))
                    .compose(found -> sign(unsigned, found, false, deadline)));
  }

  /**
   * Signs a credential that is stored: it has an id, and an entry in the status lists of its issuer
   * unless the template has a {@code credentialStatus}.
   *
   * @param statuses gives it the entry
   */
  Future<Listed> signStored(
      JsonBytes template, JsonBytes data, Statuses statuses, KeyOfIssuer key, Deadline deadline) {
    Budget budget = CallBudget.until(deadline);
    return compute
        .run(deadline, () -> filled(template, data, true, budget))
        .compose(filled -> new Storing(filled, statuses, key, budget, deadline).sign())
        .recover(cause -> Future.failedFuture(TemplatePointers.inTemplate(cause)));
  }

  /** How the key of an issuer is found. */
  @FunctionalInterface
  interface KeyOfIssuer {

    /**
     * @param type of the key
     * @param named whether the template itself names the issuer, and not what filled it
     */
    Future<StoredKey> find(Unsigned unsigned, KeyType type, boolean named);
  }

  /** Where status entries come from. */
  record Statuses(StatusAllocation allocation, StatusAddresses addresses, KeyRing keys) {

    /** An entry of an issuer's lists; null for an issuer that is not registered yet. */
    Future<StatusPlace> ifRegistered(String issuer, KeyType type) {
      return keys.signingKey(issuer, type)
          .compose(key -> allocation.next(issuer))
          .recover(
              cause ->
                  cause instanceof FailureException refused
                          && refused.failure().kind() == FailureKind.INVALID
                      ? Future.succeededFuture()
                      : Future.failedFuture(cause));
    }
  }

  /**
   * A signed credential that is to be stored.
   *
   * @param status its entry in the status lists, or null
   */
  record Listed(SignedDocument signed, StatusPlace status) {}

  /**
   * @param template null for a credential that was given as it stands
   */
  private record Filled(CredentialTemplate template, CredentialDraft draft, boolean listed) {

    boolean names(Unsigned unsigned) {
      return template == null || template.namesIssuer(unsigned.terms().issuer());
    }
  }

  private Filled given(JsonBytes credential) {
    if (!(Json.parse(credential) instanceof ObjectNode given)) {
      throw Failure.invalid(
              "credential.template.invalid", "", "type", "A credential must be a JSON object.")
          .exception();
    }
    return new Filled(null, CredentialDraft.of(given, issuers, clock.instant()), false);
  }

  private Filled filled(JsonBytes template, JsonBytes data, boolean stored, Budget budget) {
    CredentialTemplate parsed =
        CredentialTemplate.of(template == null ? null : Json.parse(template));
    ObjectNode filled =
        parsed.fill(
            data == null ? JsonNodeFactory.instance.objectNode() : Json.parse(data), budget);
    if (!stored) {
      return new Filled(parsed, CredentialDraft.of(filled, issuers, clock.instant()), false);
    }
    boolean listed = CredentialStatus.isOurs(filled);
    CredentialStatus.removeNone(filled);
    CredentialDraft draft = CredentialDraft.withId(filled, issuers, clock.instant());
    return new Filled(parsed, draft.storable(proofs), listed);
  }

  private Future<Unsigned> read(CredentialDraft draft, Budget budget, Deadline deadline) {
    return contexts
        .namedBy(draft.credential())
        .compose(known -> compute.run(deadline, () -> draft.read(proofs, known, issuers, budget)));
  }

  /** One credential that is to be stored. */
  private final class Storing {

    private final Filled filled;
    private final Statuses statuses;
    private final KeyOfIssuer key;
    private final Budget budget;
    private final Deadline deadline;

    Storing(Filled filled, Statuses statuses, KeyOfIssuer key, Budget budget, Deadline deadline) {
      this.filled = filled;
      this.statuses = statuses;
      this.key = key;
      this.budget = budget;
      this.deadline = deadline;
    }

    Future<Listed> sign() {
      return filled.listed()
          ? statuses
              .ifRegistered(filled.draft().namedIssuer(), filled.draft().suite(proofs).keyType())
              .compose(this::signListed)
          : signListed(null);
    }

    private Future<Listed> signListed(StatusPlace place) {
      CredentialDraft draft =
          place == null ? filled.draft() : filled.draft().withStatus(place, statuses.addresses());
      return read(draft, budget, deadline)
          .compose(
              unsigned ->
                  key.find(unsigned, unsigned.suite().keyType(), filled.names(unsigned))
                      .compose(found -> signBy(found, unsigned, place)));
    }

    /**
     * The lists are those of the issuer that is signed, which had no key or another name before.
     */
    private Future<Listed> signBy(StoredKey found, Unsigned unsigned, StatusPlace place) {
      String issuer = unsigned.terms().issuer();
      return !filled.listed() || place != null && place.issuer().equals(issuer)
          ? Signing.this.sign(unsigned, found, true, deadline).map(one -> new Listed(one, place))
          : statuses.allocation().next(issuer).compose(this::signListed);
    }
  }

  private Future<SignedDocument> sign(
      Unsigned unsigned, StoredKey key, boolean stored, Deadline deadline) {
    return contexts
        .use(unsigned.contexts().keySet())
        .compose(used -> generated.complete(unsigned, deadline))
        .compose(
            complete ->
                maker.sign(
                    complete, key, clock.instant(), () -> nonce(complete, stored), deadline));
  }

  private String nonce(Unsigned unsigned, boolean stored) {
    return stored || contexts.areOurs(unsigned) ? null : ContextDigest.nonce(unsigned.document());
  }
}
