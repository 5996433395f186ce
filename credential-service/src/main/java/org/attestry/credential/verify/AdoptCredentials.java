package org.attestry.credential.verify;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.credential.CredentialOperations.AdoptCredentialsRequest;
import org.attestry.contracts.credential.CredentialOperations.AdoptCredentialsRequest.FormerCredential;
import org.attestry.contracts.credential.CredentialOperations.AdoptedCredentials;
import org.attestry.contracts.credential.CredentialOperations.AdoptedCredentials.Adopted;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.credential.call.CallBudget;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.context.ContextDigest;
import org.attestry.credential.draft.CredentialDraft;
import org.attestry.credential.draft.SdJwts.Expected;
import org.attestry.credential.key.PgKeyStore;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.proof.Proofs.Verdict;
import org.attestry.credential.stored.PgAdoptedCredentials;
import org.attestry.credential.stored.PgAdoptedCredentials.Kept;
import org.attestry.credential.stored.StoredCredential;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.json.Json;

/**
 * Stores credentials of a former system that verify under an imported key. One that has expired is
 * stored too, because it is still the credential of its entity; so is a revoked one, as revoked.
 */
public record AdoptCredentials(
    VerifyCredential verify,
    PgAdoptedCredentials credentials,
    PgKeyStore keys,
    CryptoWorkers compute,
    Clock clock) {

  /** How many are verified at once, so that other callers are served between them. */
  private static final int AT_ONCE = 4;

  private static final String NOT_IMPORTED =
      "The key %s was not imported: import the public key of the former system.";

  private static final String OTHER_TEXT =
      "The credential was adopted before and was written otherwise: send the same text again.";

  private static final String OF_ANOTHER =
      "Another record, or another policy, has this credential.";

  /**
   * What is known of one credential.
   *
   * @param row null if it is refused
   * @param revoked whether it says so itself, by the status list that it names
   * @param refusal null unless it is refused
   */
  private record Read(StoredCredential row, boolean revoked, String refusal) {

    static Read refused(String why) {
      return new Read(null, false, why);
    }
  }

  /** Fails INVALID for more credentials than one request may have. */
  public Future<AdoptedCredentials> handle(AdoptCredentialsRequest request, CallContext context) {
    List<FormerCredential> sent = request.credentials();
    if (sent.size() > AdoptCredentialsRequest.MOST) {
      return Future.failedFuture(
          FailureException.of(
              FailureKind.INVALID, "credential.adoption.too-many", "Send fewer credentials."));
    }
    List<Read> read = new ArrayList<>();
    return AsyncLoop.each(
            groups(sent),
            some ->
                Future.join(some.stream().map(one -> read(one, context)).toList())
                    .onSuccess(done -> read.addAll(done.list()))
                    .<Void>mapEmpty())
        .compose(done -> credentials.insert(different(read)))
        .map(kept -> new AdoptedCredentials(read.stream().map(one -> reply(one, kept)).toList()));
  }

  private static List<List<FormerCredential>> groups(List<FormerCredential> all) {
    List<List<FormerCredential>> groups = new ArrayList<>();
    for (int i = 0; i < all.size(); i += AT_ONCE) {
      groups.add(all.subList(i, Math.min(all.size(), i + AT_ONCE)));
    }
    return groups;
  }

  /** Returns the rows without those whose signature an earlier one has. */
  private static List<StoredCredential> different(List<Read> read) {
    Map<String, StoredCredential> rows = new LinkedHashMap<>();
    for (Read one : read) {
      if (one.row() != null) {
        rows.putIfAbsent(one.row().proofHash(), one.row());
      }
    }
    return List.copyOf(rows.values());
  }

  private static Adopted reply(Read one, Map<String, Kept> all) {
    if (one.row() == null) {
      return new Adopted(null, false, one.refusal());
    }
    Kept kept = all.get(one.row().proofHash());
    boolean own =
        kept.adopted()
            && kept.entityId().equals(one.row().entityId())
            && Objects.equals(kept.attestationName(), one.row().attestationName());
    if (!own) {
      return new Adopted(null, false, OF_ANOTHER);
    }
    return kept.text().equals(one.row().credential().text())
        ? new Adopted(one.row().credentialId(), one.revoked() || kept.revoked(), null)
        : new Adopted(null, false, OTHER_TEXT);
  }

  private Future<Read> read(FormerCredential sent, CallContext context) {
    Budget budget = CallBudget.until(context.deadline());
    return compute
        .run(
            context.deadline(),
            () ->
                verify.verification(
                    Json.parse(sent.credential()),
                    Expected.of(null, null),
                    budget,
                    context.deadline()))
        .compose(Supplier::get)
        .compose(verified -> read(sent, verified))
        .recover(
            cause ->
                FailureException.isOf(cause, FailureKind.INVALID, FailureKind.TOO_LARGE)
                    ? Future.succeededFuture(Read.refused(cause.getMessage()))
                    : Future.failedFuture(cause));
  }

  private Future<Read> read(FormerCredential sent, Verified verified) {
    String wrong =
        verified.checks().stream()
            .filter(AdoptCredentials::refuses)
            .map(check -> "%s: %s".formatted(check.check(), check.reason()))
            .collect(Collectors.joining(", "));
    if (!wrong.isEmpty() || verified.proofs().size() != 1) {
      return Future.succeededFuture(
          Read.refused("The credential does not verify (%s).".formatted(wrong)));
    }
    String method = verified.proofs().getFirst().found().key().verificationMethod();
    return keys.find(method)
        .map(
            key ->
                key.filter(StoredKey::isImported).isPresent()
                    ? new Read(row(sent, verified), isRevoked(verified), null)
                    : Read.refused(NOT_IMPORTED.formatted(method)));
  }

  /** Whether a credential with this check is not taken. */
  private static boolean refuses(Check check) {
    return switch (check.check()) {
      case "expiry" -> false;
      case "revocation", "suspension" -> check.status() == Status.UNKNOWN;
      default -> check.status() != Status.OK;
    };
  }

  private static boolean isRevoked(Verified verified) {
    return verified.checks().stream()
        .anyMatch(check -> check.check().equals("revocation") && check.status() == Status.NOK);
  }

  private StoredCredential row(FormerCredential sent, Verified verified) {
    CredentialChecks checks = verified.proofs().getFirst();
    Verdict.Valid valid = (Verdict.Valid) checks.verification().verdict();
    String id = checks.verification().terms().id();
    ObjectNode document = verified.document();
    return new StoredCredential(
        Ids.next(),
        id == null ? "urn:sha256:" + valid.signedHash() : id,
        sent.entityType(),
        sent.entityId(),
        sent.attestationName(),
        checks.verification().terms().issuer(),
        valid.signedHash(),
        valid.proofHash(),
        ContextDigest.of(document),
        sent.credential(),
        null,
        null,
        Optional.ofNullable(valid.proof().created())
            .map(CredentialDraft::instant)
            .orElseGet(() -> Instant.now(clock)),
        null);
  }
}
