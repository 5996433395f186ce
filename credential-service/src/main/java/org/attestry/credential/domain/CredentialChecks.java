package org.attestry.credential.domain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.attestry.contracts.credential.VerificationView;
import org.attestry.contracts.credential.VerificationView.Check;
import org.attestry.contracts.credential.VerificationView.Status;
import org.attestry.credential.domain.CredentialStore.Standing;
import org.attestry.credential.domain.Proofs.Verdict;
import org.attestry.credential.domain.Proofs.Verification;
import org.attestry.credential.domain.status.StatusPurpose;

/**
 * What is known of a credential, and the checks that follow from it (interface 7.5).
 *
 * @param credential without its proof
 * @param proof its proof; null if it has none, or several
 * @param refused the check of a proof that was not tried
 * @param found the key that the proof names
 * @param standing null unless the proof holds
 * @param statuses the checks of its status entries; none unless the proof holds
 */
record CredentialChecks(
    ObjectNode credential,
    ObjectNode proof,
    Optional<Check> refused,
    Verification verification,
    FoundKey found,
    Standing standing,
    List<Check> statuses) {

  private static final String UNREAD = "document.unread";
  private static final List<Status> WORST_FIRST = List.of(Status.NOK, Status.UNKNOWN, Status.OK);
  private static final String MALFORMED = "date.malformed";
  private static final Duration CLOCK_SKEW = Duration.ofMinutes(5);

  /** The checks of what cannot be read as a credential at all. */
  static VerificationView unsupported(String form) {
    return view(
        unknown("proof", "form.unsupported:" + form),
        unknown("issuer", "issuer.unknown"),
        unknown("revocation", "proof.not-verified"),
        unknown("expiry", UNREAD));
  }

  VerificationView at(Instant now) {
    List<Check> checks = new ArrayList<>();
    checks.add(refused.orElseGet(this::proofCheck));
    checks.add(issuer());
    checks.add(revocation());
    suspension().ifPresent(checks::add);
    checks.add(expiry(now));
    return view(checks.toArray(Check[]::new));
  }

  private static VerificationView view(Check... checks) {
    boolean verified = Stream.of(checks).allMatch(check -> check.status() == Status.OK);
    return new VerificationView(verified, List.of(checks));
  }

  private Check proofCheck() {
    return switch (verification.verdict()) {
      case Verdict.Invalid invalid -> nok("proof", invalid.reason());
      case Verdict.Undecided undecided -> unknown("proof", undecided.reason());
      case Verdict.Valid valid -> created(valid.created()).orElseGet(this::contexts);
    };
  }

  /** What is wrong with the date of a proof: its key did not sign then. */
  private Optional<Check> created(String date) {
    if (!found.key().signing().known()) {
      return Optional.empty();
    }
    Instant created = date == null ? null : CredentialDraft.instant(date);
    if (created == null) {
      return Optional.of(nok("proof", "created.malformed"));
    }
    if (found.key().signing().beginsAfter(created, CLOCK_SKEW)) {
      return Optional.of(nok("proof", "created.before-key"));
    }
    return found.key().signing().endsBefore(created, CLOCK_SKEW)
        ? Optional.of(nok("proof", "created.after-key"))
        : Optional.empty();
  }

  /** If the proof holds: were the contexts that give it its meaning exchanged? */
  private Check contexts() {
    String digest = ContextDigest.of(credential);
    String signed =
        standing.contextDigest() == null ? ContextDigest.heldBy(proof) : standing.contextDigest();
    if (signed != null) {
      return signed.equals(digest) ? ok("proof") : nok("proof", "context.exchanged");
    }
    boolean known =
        !ContextDigest.hasInline(credential) || found.key().contextDigests().contains(digest);
    return known ? ok("proof") : unknown("proof", "context.not-pinned");
  }

  private Check issuer() {
    if (found.key() == null) {
      return unknown("issuer", found.refusal());
    }
    boolean revoked = found.stored() && standing != null && standing.keyRevoked();
    if (revoked || found.key().state() == KeyState.REVOKED) {
      return nok("issuer", "key.revoked");
    }
    if (verification.terms() == null) {
      return unknown("issuer", UNREAD);
    }
    if (!found.key().issuer().equals(verification.terms().issuer())) {
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
    return statuses.stream()
        .filter(check -> check.check().equals(purpose.text()))
        .min(Comparator.comparing(check -> WORST_FIRST.indexOf(check.status())));
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
