package org.attestry.registry.query;

import java.util.Map;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.AttestationPolicy;

/**
 * The attestation records of a policy that a search may find entities by: those that the caller
 * sees in every entity.
 *
 * @param policy the policy's name
 * @param withheld whether records that are not public count, DRAFT and REJECTED
 * @param paths alias to the path of the values that a record attests if its validity counts; null
 *     if that of every record counts. The end of a credential may be one of its values.
 */
public record PolicyRecords(String policy, boolean withheld, Map<String, FieldPath> paths) {

  /** Returns the path under which entities have the records. */
  public FieldPath path() {
    return FieldPath.of(policy);
  }

  static PolicyRecords of(AttestationPolicy policy, Visibility visibility) {
    boolean all = visibility.whole() || visibility.type().hidden().none();
    return new PolicyRecords(
        policy.name(), visibility.whole(), all ? null : policy.attestationProperties());
  }
}
