package org.attestry.registry.status;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Optional;
import org.attestry.registry.document.SystemFields;
import org.attestry.runtime.json.Json;

/**
 * The last requested change of a credential's status. A suspension also applies to the following
 * credentials of the same content or attestation, after any change, renewal or new grant, also
 * through other items of the policy.
 *
 * @param right of the requester
 * @param by user id, or null
 * @param at in milliseconds
 * @param until the end of the suspension, in milliseconds; null for no end, and for other changes
 * @param reason for owner and admin, or null
 */
public record CredentialStatus(
    Change change, StatusRight right, String by, Instant at, Instant until, String reason) {

  /** Suspensions in ascending order of their rights, and by one right of their ends. */
  public static final Comparator<CredentialStatus> BY_RANK =
      Comparator.comparing(CredentialStatus::right)
          .thenComparing(CredentialStatus::until, Comparator.nullsLast(Comparator.naturalOrder()));

  /** The requested change. */
  public enum Change {
    SUSPENDED,
    REINSTATED,
    REVOKED
  }

  public CredentialStatus {
    at = at.truncatedTo(ChronoUnit.MILLIS);
    until = until == null ? null : until.truncatedTo(ChronoUnit.MILLIS);
  }

  /** Returns it as owner and admin read it (interface 4.2). */
  public ObjectNode shown() {
    ObjectNode out = Json.object();
    out.put("status", change.name()).put("right", right.name());
    put(out, "by", by);
    out.put("at", SystemFields.shown(at));
    put(out, "until", until == null ? null : SystemFields.shown(until));
    put(out, "reason", reason);
    return out;
  }

  private static void put(ObjectNode out, String name, String value) {
    if (value != null) {
      out.put(name, value);
    }
  }

  /** Returns the suspension that is in force, or that the next credential has; empty for none. */
  public static Optional<CredentialStatus> suspension(CredentialStatus status, Instant now) {
    return Optional.ofNullable(kept(status))
        .filter(one -> one.until == null || one.until.isAfter(now));
  }

  /** Returns the status that the next credential takes over: a suspension, or none. */
  public static CredentialStatus kept(CredentialStatus status) {
    return status != null && status.change == Change.SUSPENDED ? status : null;
  }
}
