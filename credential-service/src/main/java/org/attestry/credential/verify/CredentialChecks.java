package org.attestry.credential.verify;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.credential.context.ContextDigest;
import org.attestry.credential.draft.CredentialDraft;
import org.attestry.credential.draft.SdJwts.Presenter;
import org.attestry.credential.issuer.FoundKey;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.VerificationKey;
import org.attestry.credential.proof.ProofTerms;
import org.attestry.credential.proof.ProofTerms.HolderKey;
import org.attestry.credential.proof.Proofs.Verdict;
import org.attestry.credential.proof.Proofs.Verification;
import org.attestry.credential.proof.SignedTerms;
import org.attestry.credential.status.StatusPurpose;
import org.attestry.credential.stored.PgCredentialStore.Standing;

/**
 * What is known of a credential and one of its proofs, and the checks that follow from it
 * (interface 7.5).
 *
 * @param credential without its proof
 * @param refused the check of a proof that was not tried
 * @param found the key that the proof names
 * @param standing null unless the proof holds
 * @param statuses the checks of its status entries; none unless the proof holds
 * @param contextsKnown whether its contexts are what the key's issuer signs under, though no digest
 *     of them is signed or stored
 */
record CredentialChecks(
    ObjectNode credential,
    Optional<Check> refused,
    Verification verification,
    FoundKey found,
    Standing standing,
    List<Check> statuses,
    boolean contextsKnown) {

  static final String KEY_REVOKED = "key.revoked";
  private static final String UNREAD = "document.unread";
  private static final Comparator<Check> WORST_FIRST =
      Comparator.comparing(
          check -> List.of(Status.NOK, Status.UNKNOWN, Status.OK).indexOf(check.status()));
  private static final String MALFORMED = "date.malformed";
  private static final Duration CLOCK_SKEW = Duration.ofMinutes(5);

  /**
   * The checks of what cannot be read as a credential at all.
   *
   * @param proof says why
   */
  static List<Check> unread(Check proof) {
    return List.of(
        proof,
        unknown("issuer", "issuer.unknown"),
        unknown("revocation", "proof.not-verified"),
        unknown("expiry", UNREAD));
  }

  /**
   * Returns what is known of a proof before the stores are read.
   *
   * @param credential empty for one that is a JWT
   */
  static CredentialChecks ofProof(
      ObjectNode credential, Optional<Check> refused, Verification verification, FoundKey found) {
    return new CredentialChecks(credential, refused, verification, found, null, List.of(), false);
  }

  CredentialChecks with(Standing known, List<Check> entries, boolean areContextsKnown) {
    return new CredentialChecks(
        credential, refused, verification, found, known, entries, areContextsKnown);
  }

  /** The id under which the credential may be stored; empty for none, and of a JWT. */
  String storedId() {
    SignedTerms terms = verification.terms();
    return credential.isEmpty() || terms == null || terms.id() == null ? "" : terms.id();
  }

  /**
   * The checks of a credential with one or more proofs. Each proof must hold, and one of them be
   * the issuer's.
   *
   * @param proofs what is known of each; the same credential in all of them
   */
  static List<Check> of(List<CredentialChecks> proofs, Instant now) {
    List<Check> checks = new ArrayList<>();
    proofs.forEach(one -> checks.add(one.proofAt(now)));
    checks.add(issuer(proofs, now));
    checks.add(worst(proofs.stream().map(CredentialChecks::revocation)).orElseThrow());
    worst(proofs.stream().flatMap(one -> one.suspension().stream())).ifPresent(checks::add);
    checks.add(proofs.getFirst().expiry(now));
    return List.copyOf(checks);
  }

  /**
   * If any proof was made with a revoked key, the check fails. Proofs that do not hold are ignored.
   */
  private static Check issuer(List<CredentialChecks> proofs, Instant now) {
    List<Check> all = proofs.stream().map(CredentialChecks::issuer).toList();
    Optional<Check> revoked =
        all.stream().filter(one -> KEY_REVOKED.equals(one.reason())).findAny();
    Stream<Check> held =
        proofs.stream()
            .filter(one -> one.proofAt(now).status() == Status.OK)
            .map(CredentialChecks::issuer);
    return revoked
        .or(() -> held.max(WORST_FIRST))
        .orElseGet(() -> worst(all.stream()).orElseThrow());
  }

  /**
   * Who presents a credential whose issuer names the key of its holder: only the holder may.
   *
   * @param presenter null of a credential by itself
   * @return empty for that, and where no proof names one
   */
  static Optional<Check> holder(List<CredentialChecks> proofs, Presenter presenter) {
    return presenter == null
        ? Optional.empty()
        : worst(
            proofs.stream()
                .flatMap(one -> one.holderKeys().stream())
                .map(named -> holder(named, presenter)));
  }

  private static Check holder(HolderKey named, Presenter presenter) {
    if (named.key() == null) {
      return nok("holder", "holder.key");
    }
    return presenter.holds(named.key()) ? ok("holder") : nok("holder", "holder.missing");
  }

  private List<HolderKey> holderKeys() {
    return verification.verdict() instanceof Verdict.Valid valid
        ? valid.proof().holderKeys()
        : List.of();
  }

  /** The type of the entity whose credential this is; null for one that is not stored here. */
  String entityType() {
    return standing == null ? null : standing.entityType();
  }

  private static Optional<Check> worst(Stream<Check> checks) {
    return checks.min(WORST_FIRST);
  }

  private Check proofAt(Instant now) {
    return refused.orElseGet(() -> proofCheck(now));
  }

  private Check proofCheck(Instant now) {
    return switch (verification.verdict()) {
      case Verdict.Invalid invalid -> nok("proof", invalid.reason());
      case Verdict.Undecided undecided -> unknown("proof", undecided.reason());
      case Verdict.Valid valid ->
          dates(valid.proof(), found.key(), now).orElseGet(() -> contexts(valid.proof()));
    };
  }

  /** What is wrong with the dates from which a proof holds. */
  private static Optional<Check> begun(List<String> dates, Instant now) {
    for (String date : dates) {
      Instant from = CredentialDraft.instant(date);
      if (from == null || from.isAfter(now.plus(CLOCK_SKEW))) {
        return Optional.of(nok("proof", "proof.not-yet-valid"));
      }
    }
    return Optional.empty();
  }

  /** What is wrong with the dates of a proof by that key. */
  static Optional<Check> dates(ProofTerms proof, VerificationKey key, Instant now) {
    return created(proof.created(), key, now)
        .or(() -> begun(proof.starts(), now))
        .or(() -> expired(proof.expires(), now));
  }

  private static Optional<Check> notYet(String date, Instant now) {
    Instant created = date == null ? null : CredentialDraft.instant(date);
    if (date != null && created == null) {
      return Optional.of(nok("proof", "created.malformed"));
    }
    return created != null && created.isAfter(now.plus(CLOCK_SKEW))
        ? Optional.of(nok("proof", "created.in-future"))
        : Optional.empty();
  }

  /** What is wrong with the dates until which a proof holds. */
  private static Optional<Check> expired(List<String> dates, Instant now) {
    for (String date : dates) {
      Instant until = CredentialDraft.instant(date);
      if (until == null || until.isBefore(now)) {
        return Optional.of(nok("proof", until == null ? "expires.malformed" : "proof.expired"));
      }
    }
    return Optional.empty();
  }

  /**
   * What is wrong with the date of a proof: it is none or to come, or its key did not sign then.
   */
  private static Optional<Check> created(String date, VerificationKey key, Instant now) {
    boolean known = key.signing().known();
    if (date == null && !known) {
      return Optional.empty();
    }
    if (date == null) {
      return Optional.of(nok("proof", "created.malformed"));
    }
    Optional<Check> notYet = notYet(date, now);
    if (!known || notYet.isPresent()) {
      return notYet;
    }
    Instant created = CredentialDraft.instant(date);
    if (key.signing().beginsAfter(created, CLOCK_SKEW)) {
      return Optional.of(nok("proof", "created.before-key"));
    }
    return key.signing().endsBefore(created, CLOCK_SKEW)
        ? Optional.of(nok("proof", "created.after-key"))
        : Optional.empty();
  }

  private Check contexts(ProofTerms proof) {
    return contexts(proof, credential, contextDigest(proof, standing), contextsKnown, found.key());
  }

  /**
   * If the proof of a credential or presentation holds: were the contexts that give it its meaning
   * exchanged?
   *
   * @param signed the digest of the contexts that it was signed under; null if it is not known
   * @param known whether its contexts are what the key's issuer or holder signs under
   */
  static Check contexts(
      ProofTerms proof, ObjectNode document, String signed, boolean known, VerificationKey key) {
    if (proof.coversJson()) {
      return ok("proof");
    }
    String digest = ContextDigest.of(document);
    if (signed != null) {
      return signed.equals(digest) ? ok("proof") : nok("proof", "context.exchanged");
    }
    return known || key.contextDigests().contains(digest)
        ? ok("proof")
        : unknown("proof", "context.not-pinned");
  }

  /** The digest of the contexts that the credential was signed under; null if it is not known. */
  static String contextDigest(ProofTerms proof, Standing standing) {
    return standing.contextDigest() == null
        ? ContextDigest.heldBy(proof.nonce())
        : standing.contextDigest();
  }

  private Check issuer() {
    if (found.key() == null) {
      return unknown("issuer", found.refusal());
    }
    boolean revoked = standing != null && standing.keyRevoked();
    if (revoked || found.key().state() == KeyState.REVOKED) {
      return nok("issuer", KEY_REVOKED);
    }
    if (verification.terms() == null) {
      return unknown("issuer", UNREAD);
    }
    if (!found.isOf(verification.terms().issuer())) {
      return nok("issuer", "issuer.mismatch");
    }
    return found.refusal() == null ? ok("issuer") : unknown("issuer", found.refusal());
  }

  private Check revocation() {
    if (standing == null) {
      return unknown("revocation", "proof.not-verified");
    }
    if (standing.revoked()) {
      return nok("revocation", "revoked");
    }
    return worst(StatusPurpose.REVOCATION).orElse(ok("revocation"));
  }

  /** Only of a credential that can be suspended. */
  private Optional<Check> suspension() {
    return standing != null && standing.suspended()
        ? Optional.of(nok("suspension", "suspended"))
        : worst(StatusPurpose.SUSPENSION);
  }

  private Optional<Check> worst(StatusPurpose purpose) {
    return worst(statuses.stream().filter(check -> check.check().equals(purpose.text())));
  }

  private Check expiry(Instant now) {
    SignedTerms terms = verification.terms();
    if (terms == null) {
      return unknown("expiry", UNREAD);
    }
    if (terms.repeated()) {
      return nok("expiry", "date.repeated");
    }
    for (String end : terms.ends()) {
      Instant until = CredentialDraft.instant(end);
      if (until == null || until.isBefore(now)) {
        return nok("expiry", until == null ? MALFORMED : "expired");
      }
    }
    for (String start : terms.starts()) {
      Instant from = CredentialDraft.instant(start);
      if (from == null || from.isAfter(now.plus(CLOCK_SKEW))) {
        return nok("expiry", from == null ? MALFORMED : "not-yet-valid");
      }
    }
    return ok("expiry");
  }

  private static Check ok(String check) {
    return new Check(check, Status.OK, null);
  }

  static Check nok(String check, String reason) {
    return new Check(check, Status.NOK, reason);
  }

  static Check unknown(String check, String reason) {
    return new Check(check, Status.UNKNOWN, reason);
  }
}
