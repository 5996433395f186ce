package org.attestry.credential.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.context.ContextAddresses;
import org.attestry.credential.context.KnownContexts;
import org.attestry.credential.issuer.CertifiedIssuers;
import org.attestry.credential.issuer.FoundKey;
import org.attestry.credential.issuer.VerificationKeys;
import org.attestry.credential.proof.ClaimsJwts;
import org.attestry.credential.proof.ClaimsJwts.Named;
import org.attestry.credential.proof.Proofs;
import org.attestry.credential.proof.Proofs.Verdict;
import org.attestry.credential.proof.Proofs.Verification;
import org.attestry.credential.proof.SignedTerms;
import org.attestry.credential.status.ForeignLists;
import org.attestry.credential.status.ReadStatuses;
import org.attestry.credential.stored.PgCredentialStore;
import org.attestry.credential.stored.PgCredentialStore.Standing;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;

/**
 * Examines credentials and status lists: finds the key of each proof, verifies the proof, and reads
 * what is stored of the credential and its status in the lists that it names.
 */
record ExamineCredential(
    VerificationKeys keys,
    CertifiedIssuers certified,
    Proofs proofs,
    ContextAddresses addresses,
    KnownContexts contexts,
    PgCredentialStore credentials,
    ReadStatuses statuses,
    CryptoWorkers compute,
    Clock clock) {

  private static final int MOST_PROOFS = 8;

  /**
   * A credential, its proofs, and the addresses of its contexts.
   *
   * @param proofs null for none
   */
  record Parts(ObjectNode credential, List<JsonNode> proofs, Set<String> contexts) {}

  /** Takes CPU time: hostile documents are large. */
  Parts parts(ObjectNode signed) {
    ObjectNode credential = signed.deepCopy();
    JsonNode proof = credential.remove("proof");
    List<JsonNode> proofs = new ArrayList<>();
    if (proof != null && proof.isArray() && !proof.isEmpty() && proof.size() <= MOST_PROOFS) {
      proof.forEach(proofs::add);
    } else {
      proofs.add(proof);
    }
    return new Parts(credential, proofs, addresses.in(credential));
  }

  /**
   * @param lists of others, in which its status may be
   * @param budget also for these lists
   */
  Future<Verified> document(Parts parts, ForeignLists lists, Budget budget, Deadline deadline) {
    List<CredentialChecks> checks = new ArrayList<>();
    return (parts.contexts().isEmpty()
            ? Future.succeededFuture(Map.<String, JsonNode>of())
            : contexts.find(parts.contexts()))
        .compose(
            known ->
                AsyncLoop.each(
                    parts.proofs(),
                    one ->
                        proof(parts.credential(), one, known, budget, deadline)
                            .compose(proven -> stored(proven, lists, budget, deadline))
                            .onSuccess(checks::add)))
        .map(done -> verified(checks));
  }

  /**
   * @param form that the text has
   * @param lists of others, in which its status may be
   * @param budget also for these lists
   */
  Future<Verified> jwt(
      ClaimsJwts form, String text, ForeignLists lists, Budget budget, Deadline deadline) {
    return compute
        .run(deadline, () -> form.named(text))
        .compose(
            named -> {
              Check refusal = refusal(named);
              return refusal == null
                  ? jwtProof(form, text, named, budget, deadline)
                      .compose(proven -> stored(proven, lists, budget, deadline))
                      .map(checks -> verified(List.of(checks)))
                  : Future.succeededFuture(Verified.unread(null, refusal));
            });
  }

  private Check refusal(Named named) {
    return named.certified() != null && certified.isEmpty()
        ? CredentialChecks.unknown("proof", "form.unsupported:x5c")
        : named.refusal();
  }

  private Future<FoundKey> key(Named named, Deadline deadline) {
    return named.certified() == null
        ? keys.find(named.verificationMethod(), deadline)
        : compute
            .run(
                deadline,
                () -> certified.find(named.certified().chain(), named.certified().issuer()))
            .compose(keys::asKeptHere);
  }

  /** Whether the keys that it was verified with are still what its proofs name. */
  Future<Boolean> hasSameKeys(Verified earlier, Deadline deadline) {
    List<Future<FoundKey>> now =
        earlier.proofs().stream().map(one -> keys.find(method(one.found()), deadline)).toList();
    List<FoundKey> then = earlier.proofs().stream().map(CredentialChecks::found).toList();
    return Future.all(now).map(found -> found.<FoundKey>list().equals(then));
  }

  private static String method(FoundKey found) {
    return found.key() == null ? "" : found.key().verificationMethod();
  }

  /** Checks again what can change without a new signature: revocation and status. */
  Future<Verified> again(Verified earlier, ForeignLists lists, Budget budget, Deadline deadline) {
    List<CredentialChecks> checks = new ArrayList<>();
    return AsyncLoop.each(
            earlier.proofs(), one -> stored(one, lists, budget, deadline).onSuccess(checks::add))
        .map(done -> verified(checks));
  }

  private Verified verified(List<CredentialChecks> proofs) {
    return new Verified(null, null, proofs, CredentialChecks.of(proofs, clock.instant()));
  }

  private Future<CredentialChecks> jwtProof(
      ClaimsJwts form, String text, Named named, Budget budget, Deadline deadline) {
    return key(named, deadline)
        .compose(
            found ->
                compute
                    .run(deadline, () -> form.verify(text, found.key(), budget))
                    .map(
                        verification ->
                            CredentialChecks.ofProof(
                                Json.object(), Optional.empty(), verification, found)));
  }

  private Future<CredentialChecks> proof(
      ObjectNode credential,
      JsonNode proof,
      Map<String, JsonNode> known,
      Budget budget,
      Deadline deadline) {
    ObjectNode only = proof instanceof ObjectNode object ? object : null;
    Optional<Check> refused = only == null ? Optional.of(without(proof)) : unsupported(only);
    return keys.find(refused.isPresent() ? "" : only.path("verificationMethod").asText(), deadline)
        .compose(
            found ->
                compute
                    .run(
                        deadline, () -> proofs.verify(credential, only, known, found.key(), budget))
                    .map(
                        verification ->
                            CredentialChecks.ofProof(credential, refused, verification, found)));
  }

  private static Check without(JsonNode proof) {
    return proof != null && proof.size() > MOST_PROOFS
        ? CredentialChecks.unknown("proof", "form.unsupported:proofs")
        : CredentialChecks.nok("proof", proof == null ? "proof.missing" : "proof.not-one");
  }

  private Optional<Check> unsupported(ObjectNode proof) {
    return proofs.unsupported(proof).map(reason -> CredentialChecks.unknown("proof", reason));
  }

  /** Adds what is stored of a credential, if its proof holds. */
  private Future<CredentialChecks> stored(
      CredentialChecks one, ForeignLists lists, Budget budget, Deadline deadline) {
    Verification verification = one.verification();
    if (!(verification.verdict() instanceof Verdict.Valid valid)) {
      return Future.succeededFuture(one);
    }
    SignedTerms terms = verification.terms();
    FoundKey key = one.found();
    ForeignLists allowed = key.speaksFor(terms.issuer()) ? lists : ForeignLists.NONE;
    Future<Standing> standing =
        credentials.find(
            one.storedId(), valid.signedHash(), valid.proofHash(), key.key().publicKeyPem());
    Future<List<Check>> entries =
        statuses.of(terms.statuses(), terms.issuer(), allowed, budget, deadline);
    return Future.join(standing, entries)
        .compose(read -> contextsKnown(one, valid, standing.result()))
        .map(known -> one.with(standing.result(), entries.result(), known));
  }

  /** Looked up only where neither the proof nor what is stored here names its contexts. */
  private Future<Boolean> contextsKnown(
      CredentialChecks one, Verdict.Valid valid, Standing standing) {
    return !valid.proof().coversJson()
            && CredentialChecks.contextDigest(valid.proof(), standing) == null
        ? contexts.areOf(one.found().key().issuer(), one.credential())
        : Future.succeededFuture(false);
  }
}
