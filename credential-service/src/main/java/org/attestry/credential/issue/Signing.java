package org.attestry.credential.issue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
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
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.Signer;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.key.TemplatePointers;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.proof.Proofs.SignedDocument;
import org.attestry.credential.proof.Proofs.Unsigned;
import org.attestry.credential.status.CredentialStatus;
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
  static Future<StoredKey> found(KeyOfIssuer key, Unsigned unsigned, boolean named) {
    return key.find(unsigned, unsigned.suite().keyType(), named)
        .recover(cause -> Future.failedFuture(TemplatePointers.ofKeyType("/proof", cause)));
  }

  /**
   * A filled template, or a credential that was sent.
   *
   * @param namedIssuer the issuer that the template itself names; null for a credential that was
   *     sent complete
   * @param listed whether it gets an entry in our status lists
   * @param disclosable the list of the template, or null
   * @param unsigned the draft as it was read; null if it is not read yet
   */
  record Filled(
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

  /**
   * Fills the template of a credential that is to be stored. One that gets a status entry is not
   * read yet, because the entry becomes a part of it.
   */
  Future<Filled> filled(JsonBytes template, JsonBytes data, Budget budget, Deadline deadline) {
    return compute.run(
        deadline,
        () -> {
          Filled filled = filled(template, data, true, budget);
          return filled.listed() ? filled : readIfBundled(filled, budget);
        });
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

  /**
   * Reads the credential in the same worker task, unless a context must be read from the database.
   */
  private Filled readIfBundled(Filled filled, Budget budget) {
    CredentialDraft draft = filled.draft();
    return addresses.in(draft.credential()).isEmpty()
        ? filled.read(draft.read(proofs, Map.of(), issuers, budget))
        : filled;
  }

  Future<Unsigned> read(Filled filled, Budget budget, Deadline deadline) {
    return filled.unsigned() == null
        ? read(filled.draft(), budget, deadline)
        : Future.succeededFuture(filled.unsigned());
  }

  Future<Unsigned> read(CredentialDraft draft, Budget budget, Deadline deadline) {
    Set<String> named = addresses.in(draft.credential());
    return (named.isEmpty()
            ? Future.succeededFuture(Map.<String, JsonNode>of())
            : contexts.find(named))
        .compose(known -> compute.run(deadline, () -> draft.read(proofs, known, issuers, budget)));
  }

  /**
   * @param nonce the text that the proof signs, or null
   */
  Future<SignedDocument> sign(
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
