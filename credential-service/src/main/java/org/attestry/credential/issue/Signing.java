package org.attestry.credential.issue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.credential.call.CallBudget;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.context.ContextAddresses;
import org.attestry.credential.context.ContextDigest;
import org.attestry.credential.context.GeneratedContexts;
import org.attestry.credential.context.KnownContexts;
import org.attestry.credential.draft.CredentialDraft;
import org.attestry.credential.draft.DisclosableClaims;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.key.KeyRing;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.Signer;
import org.attestry.credential.key.SigningSuite;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.key.TemplatePointers;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.proof.Proofs.SignedDocument;
import org.attestry.credential.proof.Proofs.Unsigned;
import org.attestry.credential.status.CredentialStatus;
import org.attestry.credential.status.StatusAddresses;
import org.attestry.credential.status.StatusAllocation;
import org.attestry.credential.status.StatusPlace;
import org.attestry.credential.template.CredentialTemplate;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;

/** Makes a signed credential of template and data: fill, complete, find the issuer's key, sign. */
public final class Signing {

  private final Proofs proofs;
  private final Signer signer;
  private final KnownContexts contexts;
  private final ContextAddresses addresses;
  private final GeneratedContexts generated;
  private final CryptoWorkers compute;
  private final Issuers issuers;
  private final Clock clock;

  public Signing(
      Proofs proofs,
      Signer signer,
      KnownContexts contexts,
      GeneratedContexts generated,
      CryptoWorkers compute,
      Issuers issuers,
      Clock clock) {
    this.proofs = proofs;
    this.signer = signer;
    this.contexts = contexts;
    this.addresses = contexts.addresses();
    this.generated = generated;
    this.compute = compute;
    this.issuers = issuers;
    this.clock = clock;
  }

  /**
   * Signs a credential that is not stored. If it has inline or uploaded contexts, its proof names
   * their digest, because the digest is not stored here.
   *
   * @param template null if the caller sent none
   * @param data null for none
   * @param key finds the key to sign with
   * @return fails with pointers below {@code /credentialTemplate}
   */
  Future<SignedDocument> sign(
      JsonBytes template, JsonBytes data, KeyOfIssuer key, Deadline deadline) {
    Budget budget = CallBudget.until(deadline);
    return compute
        .run(deadline, () -> readIfBundled(filled(template, data, false, budget), budget))
        .compose(filled -> sign(filled, key, budget, deadline))
        .recover(cause -> Future.failedFuture(TemplatePointers.inTemplate(cause)));
  }

  /**
   * Signs a credential as it was sent: braces in its texts are ordinary characters.
   *
   * @return fails with pointers below {@code /credential}
   */
  Future<SignedDocument> signGiven(JsonBytes credential, KeyOfIssuer key, Deadline deadline) {
    Budget budget = CallBudget.until(deadline);
    return compute
        .run(deadline, () -> readIfBundled(given(credential), budget))
        .compose(given -> sign(given, key, budget, deadline))
        .recover(cause -> Future.failedFuture(TemplatePointers.inCredential(cause)));
  }

  private Future<SignedDocument> sign(
      Filled filled, KeyOfIssuer key, Budget budget, Deadline deadline) {
    return read(filled, budget, deadline)
        .compose(
            unsigned ->
                found(key, unsigned, filled.names(unsigned))
                    .compose(found -> sign(unsigned, found, this::contextNonce, deadline)));
  }

  /**
   * Signs a credential that is stored. It gets an id, and an entry in the status lists of its
   * issuer unless the template has a {@code credentialStatus}.
   *
   * @param statuses assigns the entry
   */
  Future<Issued> signStored(
      JsonBytes template, JsonBytes data, Statuses statuses, KeyOfIssuer key, Deadline deadline) {
    Budget budget = CallBudget.until(deadline);
    return compute
        .run(deadline, () -> storable(filled(template, data, true, budget), budget))
        .compose(filled -> new Storing(filled, statuses, key, budget, deadline).sign())
        .recover(cause -> Future.failedFuture(TemplatePointers.inTemplate(cause)));
  }

  /** Finds the key of an issuer. */
  @FunctionalInterface
  interface KeyOfIssuer {

    /**
     * @param type of the key
     * @param named whether the template itself names the issuer, rather than its data
     */
    Future<StoredKey> find(Unsigned unsigned, KeyType type, boolean named);
  }

  /**
   * Fails with a pointer to the proof of the template, whose suite needs a certain type of keys.
   */
  private static Future<StoredKey> found(KeyOfIssuer key, Unsigned unsigned, boolean named) {
    return key.find(unsigned, unsigned.suite().keyType(), named)
        .recover(cause -> Future.failedFuture(TemplatePointers.ofKeyType("/proof", cause)));
  }

  /** Assigns status entries. */
  record Statuses(StatusAllocation allocation, StatusAddresses addresses, KeyRing keys) {

    /** Returns an entry of an issuer's lists; null for an issuer that is not registered yet. */
    Future<WithStatus> ifRegistered(String issuer, SigningSuite suite) {
      return keys.signingKey(issuer, suite.keyType())
          .compose(
              key -> allocation.next(issuer, suite.name()).map(place -> new WithStatus(place, key)))
          .recover(
              cause ->
                  FailureException.isOf(cause, FailureKind.INVALID)
                      ? Future.succeededFuture()
                      : Future.failedFuture(cause));
    }
  }

  /**
   * An entry of an issuer's lists.
   *
   * @param key the issuer's, as it was read for this signature; null if it must be read
   */
  record WithStatus(StatusPlace place, StoredKey key) {

    boolean isKeyOf(Unsigned unsigned) {
      return key != null
          && key.issuer().equals(unsigned.terms().issuer())
          && key.type() == unsigned.suite().keyType();
    }
  }

  /**
   * A signed credential that is to be stored.
   *
   * @param status its entry in the status lists, or null
   * @param disclosable the list of its template, or null
   */
  record Issued(SignedDocument signed, StatusPlace status, List<String> disclosable) {}

  /**
   * @param namedIssuer the issuer that the template itself names; null for a credential that was
   *     sent complete
   * @param disclosable the list of the template, or null
   * @param unsigned the draft as it was read; null if it is not read yet
   */
  private record Filled(
      String namedIssuer,
      CredentialDraft draft,
      boolean listed,
      List<String> disclosable,
      Unsigned unsigned) {

    Filled(String namedIssuer, CredentialDraft draft, boolean listed, List<String> disclosable) {
      this(namedIssuer, draft, listed, disclosable, null);
    }

    Filled read(Unsigned as) {
      return new Filled(namedIssuer, draft, listed, disclosable, as);
    }

    boolean names(Unsigned unsigned) {
      return namedIssuer == null || namedIssuer.equals(unsigned.terms().issuer());
    }
  }

  private Filled given(JsonBytes credential) {
    if (!(Json.parse(credential) instanceof ObjectNode given)) {
      throw FailureException.invalid(
          "credential.template.invalid", "", "type", "A credential must be a JSON object.");
    }
    return new Filled(null, CredentialDraft.of(given, issuers, clock.instant()), false, null);
  }

  private Filled filled(JsonBytes template, JsonBytes data, boolean stored, Budget budget) {
    CredentialTemplate parsed =
        CredentialTemplate.of(template == null ? null : Json.parse(template));
    JsonNode values = data == null ? Json.object() : Json.parse(data);
    CredentialTemplate.Filled naming =
        stored ? parsed.fillStored(values, budget) : parsed.fillNaming(values, budget);
    ObjectNode filled = naming.document();
    String named = naming.issuer();
    if (!stored) {
      CredentialDraft draft = CredentialDraft.of(filled, issuers, clock.instant());
      return new Filled(named, draft.bringing(naming.brought()), false, null);
    }
    boolean listed = CredentialStatus.isOurs(filled);
    CredentialStatus.removeNone(filled);
    List<String> disclosable = DisclosableClaims.takeFrom(filled, null);
    CredentialDraft draft = CredentialDraft.withId(filled, issuers, clock.instant());
    return new Filled(
        named, draft.storable(proofs).bringing(naming.brought()), listed, disclosable);
  }

  /** Leaves a credential with a status entry unread, because it gets the entry first. */
  private Filled storable(Filled filled, Budget budget) {
    return filled.listed() ? filled : readIfBundled(filled, budget);
  }

  /**
   * Reads the credential in the same worker task, unless a context must be read from the database.
   */
  private Filled readIfBundled(Filled filled, Budget budget) {
    CredentialDraft draft = filled.draft();
    return addresses.in(draft.credential()).isEmpty()
        ? filled.read(draft.read(proofs, Map.of(), issuers, budget))
        : filled;
  }

  private Future<Unsigned> read(Filled filled, Budget budget, Deadline deadline) {
    return filled.unsigned() == null
        ? read(filled.draft(), budget, deadline)
        : Future.succeededFuture(filled.unsigned());
  }

  private Future<Unsigned> read(CredentialDraft draft, Budget budget, Deadline deadline) {
    Set<String> named = addresses.in(draft.credential());
    return (named.isEmpty()
            ? Future.succeededFuture(Map.<String, JsonNode>of())
            : contexts.find(named))
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

    Future<Issued> sign() {
      return filled.listed()
          ? statuses
              .ifRegistered(filled.draft().namedIssuer(), filled.draft().suite(proofs))
              .compose(this::signWithStatus)
          : signWithStatus(null);
    }

    private Future<Issued> signWithStatus(WithStatus listed) {
      StatusPlace place = listed == null ? null : listed.place();
      return unsigned(place)
          .compose(
              unsigned -> key(unsigned, listed).compose(found -> signBy(found, unsigned, place)));
    }

    private Future<Unsigned> unsigned(StatusPlace place) {
      return place == null
          ? read(filled, budget, deadline)
          : read(filled.draft().withStatus(place, statuses.addresses()), budget, deadline);
    }

    /** Registers an issuer that the template names, and returns its key. */
    private Future<StoredKey> key(Unsigned unsigned, WithStatus listed) {
      boolean named = filled.names(unsigned);
      return !named && listed != null && listed.isKeyOf(unsigned)
          ? Future.succeededFuture(listed.key())
          : found(key, unsigned, named);
    }

    /**
     * Assigns an entry in the lists of the issuer in the signed statements. Needed if this issuer
     * had no key before, or if the JSON names another one.
     */
    private Future<Issued> signBy(StoredKey found, Unsigned unsigned, StatusPlace place) {
      String issuer = unsigned.terms().issuer();
      return !filled.listed() || place != null && place.issuer().equals(issuer)
          ? Signing.this
              .sign(unsigned, found, complete -> nonce(), deadline)
              .map(one -> new Issued(one, place, filled.disclosable()))
          : statuses
              .allocation()
              .next(issuer, unsigned.suite().name())
              .compose(own -> signWithStatus(new WithStatus(own, null)));
    }

    /**
     * Keeps the signatures of equal documents different, because each is stored once. A status
     * entry does so too.
     */
    private String nonce() {
      return filled.listed() ? null : UUID.randomUUID().toString();
    }
  }

  private Future<SignedDocument> sign(
      Unsigned unsigned, StoredKey key, Function<Unsigned, String> nonce, Deadline deadline) {
    return completed(unsigned, deadline)
        .compose(
            complete ->
                signer.sign(
                    key,
                    () ->
                        proofs.prepare(
                            complete,
                            key,
                            clock.instant(),
                            nonce.apply(complete),
                            CallBudget.until(deadline)),
                    compute,
                    deadline));
  }

  private Future<Unsigned> completed(Unsigned unsigned, Deadline deadline) {
    return unsigned.contexts().isEmpty() && unsigned.context() == null
        ? Future.succeededFuture(unsigned)
        : contexts
            .use(unsigned.contexts().keySet())
            .compose(used -> generated.complete(unsigned, deadline));
  }

  private String contextNonce(Unsigned unsigned) {
    return contexts.generatedHere(unsigned) ? null : ContextDigest.nonce(unsigned.document());
  }
}
