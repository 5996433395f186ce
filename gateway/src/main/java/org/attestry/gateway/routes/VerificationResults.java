package org.attestry.gateway.routes;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.runtime.json.Json;

/**
 * The checks of a credential, by the members that they are about (W3C VCALM, the component {@code
 * VerificationResult}). Members of a credential that is a text are not shown.
 *
 * @param validFrom null where the credential has none
 * @param validUntil null where the credential has none
 * @param credentialStatus of the entries that were checked
 */
record VerificationResults(
    Result validFrom, Result validUntil, List<Result> credentialStatus, List<Result> proof) {

  /**
   * @param value of a status that is known, else null
   * @param input null of a credential that is a text
   */
  record Result(boolean verified, Integer value, JsonNode input) {}

  static VerificationResults of(VerificationView found, JsonBytes sent) {
    JsonNode credential = Json.parse(sent);
    return new VerificationResults(
        date(found, credential.get("validFrom"), "not-yet-valid"),
        date(found, credential.get("validUntil"), "expired"),
        statuses(found, credential.path("credentialStatus")),
        proofs(found, credential.path("proof")));
  }

  /**
   * @param passed the reason of a date that is well formed and does not hold now
   */
  private static Result date(VerificationView found, JsonNode input, String passed) {
    if (input == null) {
      return null;
    }
    boolean holds =
        check(found, "expiry")
            .filter(
                one ->
                    one.status() == Status.OK
                        || List.of("expired", "not-yet-valid").contains(one.reason())
                            && !one.reason().equals(passed))
            .isPresent();
    return new Result(holds, null, input);
  }

  private static List<Result> statuses(VerificationView found, JsonNode entries) {
    List<Result> results = new ArrayList<>();
    for (JsonNode entry : entries.isArray() ? entries : List.of(entries)) {
      check(found, entry.path("statusPurpose").asText())
          .ifPresent(check -> results.add(status(check, entry)));
    }
    return results;
  }

  private static Result status(Check check, JsonNode entry) {
    Integer value =
        switch (check.status()) {
          case OK -> 0;
          case NOK -> 1;
          case UNKNOWN -> null;
        };
    return new Result(check.status() == Status.OK, value, entry);
  }

  /** There is a check of each proof, in their order. */
  private static List<Result> proofs(VerificationView found, JsonNode proofs) {
    List<Result> results = new ArrayList<>();
    for (Check check : found.checks()) {
      if (check.check().equals("proof")) {
        JsonNode proof = proofs.isArray() ? proofs.get(results.size()) : proofs;
        JsonNode input = proof == null || proof.isMissingNode() ? null : proof;
        results.add(new Result(check.status() == Status.OK, null, input));
      }
    }
    return results;
  }

  private static Optional<Check> check(VerificationView found, String name) {
    return found.checks().stream().filter(one -> one.check().equals(name)).findFirst();
  }
}
