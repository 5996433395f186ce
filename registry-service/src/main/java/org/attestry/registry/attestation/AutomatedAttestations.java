package org.attestry.registry.attestation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.attestry.condition.ConditionEvaluator;
import org.attestry.condition.PathValues;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.AttestationPolicy.Kind;
import org.attestry.runtime.fair.Budget;

/**
 * Policies that grant without an attestor, because their condition reads only the requester's
 * entity.
 */
public final class AutomatedAttestations {

  private AutomatedAttestations() {}

  public static boolean isAutomated(AttestationPolicy policy) {
    return policy.kind() == Kind.AUTOMATED;
  }

  /**
   * Whether the policy's condition is true. A path is read from the attested values if its first
   * segment is an alias, otherwise from the entity.
   *
   * @param attested alias to value
   * @param budget is spent in proportion to the values that are compared
   */
  public static boolean holds(
      AttestationPolicy policy, ObjectNode attested, ObjectNode body, Budget budget) {
    ConditionEvaluator evaluation =
        ConditionEvaluator.of(
            values -> PathValues.in(record(values.path(), attested, body), values.path()), budget);
    return evaluation.holds(policy.condition());
  }

  private static ObjectNode record(FieldPath path, ObjectNode attested, ObjectNode body) {
    return attested.has(path.property()) ? attested : body;
  }
}
