package org.attestry.condition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.Condition;
import org.attestry.runtime.json.Json;

/**
 * The values of a caller with an attestor role.
 *
 * @param records the caller's own records of the attestor type; one record that satisfies the
 *     condition is enough
 * @param roles the token's roles as an array, which conditions read for a caller without a record
 */
public record AttestorValues(List<JsonNode> records, JsonNode roles) {

  public AttestorValues {
    records = List.copyOf(records);
  }

  public static AttestorValues of(Caller caller, List<JsonNode> records) {
    ArrayNode roles = Json.array();
    caller.roles().stream().sorted().forEach(roles::add);
    return new AttestorValues(records, roles);
  }

  /**
   * @param requester returns the values of a path in the requester's record
   */
  public boolean satisfy(Condition condition, Function<FieldPath, PathValues> requester) {
    List<FieldPath> paths = ConditionPaths.of(condition, Condition.Side.ATTESTOR);
    Map<FieldPath, BoundValues> requesterValues = new HashMap<>();
    return documents(paths).stream()
        .anyMatch(record -> holds(condition, record, requester, requesterValues));
  }

  /**
   * Returns the documents in which the attestor's paths are evaluated; one document that satisfies
   * the condition is enough.
   */
  List<JsonNode> documents(List<FieldPath> paths) {
    if (paths.isEmpty()
        || (records.isEmpty() && paths.stream().allMatch(AttestorValues::readsRoles))) {
      return List.of(roles);
    }
    return records;
  }

  private static boolean readsRoles(FieldPath path) {
    return path.segments().equals(List.of(FieldPath.ANY));
  }

  /**
   * @param requesterValues cache of the requester's values, which are the same for all records
   */
  private static boolean holds(
      Condition condition,
      JsonNode record,
      Function<FieldPath, PathValues> requester,
      Map<FieldPath, BoundValues> requesterValues) {
    ConditionEvaluator evaluation =
        ConditionEvaluator.ofBound(
            values ->
                values.side() == Condition.Side.ATTESTOR
                    ? BoundValues.of(PathValues.in(record, values.path()))
                    : requesterValues.computeIfAbsent(
                        values.path(), path -> BoundValues.of(requester.apply(path))));
    return evaluation.holds(condition);
  }
}
