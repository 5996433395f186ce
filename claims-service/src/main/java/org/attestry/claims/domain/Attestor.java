package org.attestry.claims.domain;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.contracts.schema.ConditionPaths;
import org.attestry.runtime.condition.Evaluation;
import org.attestry.runtime.condition.Found;

/**
 * A caller who holds an attestor role.
 *
 * @param type the attestor type, which is the role's name too
 * @param records the caller's own records of the type; any one that satisfies a condition will do
 * @param roles the token's roles as an array: what a condition reads of a caller without a record
 */
record Attestor(String type, List<JsonNode> records, JsonNode roles) {

  /** Whether the caller is among those who may decide. */
  boolean belongsTo(Audience audience) {
    if (!type.equals(audience.attestorEntity())) {
      return false;
    }
    List<FieldPath> paths = ConditionPaths.of(audience.condition(), Side.ATTESTOR);
    if (paths.isEmpty()) {
      return satisfies(audience, roles);
    }
    if (records.isEmpty()) {
      return paths.stream().allMatch(Attestor::readsRoles) && satisfies(audience, roles);
    }
    return records.stream().anyMatch(record -> satisfies(audience, record));
  }

  private static boolean readsRoles(FieldPath path) {
    return path.segments().equals(List.of(FieldPath.ANY));
  }

  private static boolean satisfies(Audience audience, JsonNode record) {
    Evaluation evaluation =
        new Evaluation(
            values ->
                values.side() == Side.ATTESTOR
                    ? Found.in(record, values.path())
                    : audience.requester().get(values.path().toString()));
    return evaluation.holds(audience.condition());
  }
}
