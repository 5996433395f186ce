package org.attestry.schema.config;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.attestry.contracts.schema.AttestationPolicy.Kind;
import org.attestry.contracts.schema.DecisionRules;

/** Parses how claims of a policy are decided: {@code attestors} and its neighbours. */
record DecisionRulesReader(ConfigNode policy) {

  private static final String NEXT = "attestation:";
  private static final int MOST_ATTESTORS = 100;
  private static final Duration LONGEST = Duration.ofDays(36_500);
  private static final List<String> OF_CLAIMS =
      List.of("attestors", "expiresAfter", "requireNote", "attestorMayRevoke");

  DecisionRules read(Kind kind) {
    String next = next(policy);
    if (kind == Kind.AUTOMATED) {
      OF_CLAIMS.stream().filter(policy.node()::has).forEach(this::refuseWithoutClaims);
      return new DecisionRules(1, null, false, false, next);
    }
    if (next == null && !policy.text("onComplete").isEmpty()) {
      policy.warn(
          "onComplete", "inert", "'onComplete' is acted on only as 'attestation:<policy>'.");
    }
    return new DecisionRules(
        attestors(),
        expiresAfter(),
        policy.truth("requireNote", false),
        policy.truth("attestorMayRevoke", false),
        next);
  }

  /** The name of the policy that {@code onComplete} names, or null. */
  static String next(ConfigNode policy) {
    String written = policy.text("onComplete");
    return written.startsWith(NEXT) ? written.substring(NEXT.length()) : null;
  }

  private int attestors() {
    int attestors = policy.node().path("attestors").asInt(1);
    if (attestors < 1 || attestors > MOST_ATTESTORS) {
      policy.refuse(
          "attestors", "range", "Send a whole number from 1 to %d.".formatted(MOST_ATTESTORS));
    }
    return attestors;
  }

  private void refuseWithoutClaims(String member) {
    policy.refuse(
        member, "automated", "An AUTOMATED policy has no claims to decide; leave this out.");
  }

  private String expiresAfter() {
    String written = policy.node().has("expiresAfter") ? policy.text("expiresAfter") : null;
    if (written != null && !isExpiry(new DecisionRules(1, written, false, false, null))) {
      policy.refuse(
          "expiresAfter",
          "duration",
          "Send an ISO 8601 duration of up to 100 years, such as P30D or PT12H.");
    }
    return written;
  }

  private static boolean isExpiry(DecisionRules rules) {
    Instant now = Instant.now();
    try {
      Instant expiry = rules.expiry(now);
      return expiry.isAfter(now) && !expiry.isAfter(now.plus(LONGEST));
    } catch (DateTimeException | ArithmeticException none) {
      return false;
    }
  }
}
