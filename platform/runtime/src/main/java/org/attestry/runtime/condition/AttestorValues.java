package org.attestry.runtime.condition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.schema.Condition;
import org.attestry.contracts.schema.ConditionPaths;

/**
 * What a condition reads of a caller who holds an attestor role.
 *
 * @param records the caller's own records of the attestor type; any one that satisfies will do
 * @param roles the token's roles as an array: what is read of a caller without a record
 */
public record AttestorValues(List<JsonNode> records, JsonNode roles) {

  public AttestorValues {
    records = List.copyOf(records);
  }

  public static AttestorValues of(Caller caller, List<JsonNode> records) {
    ArrayNode roles = JsonNodeFactory.instance.arrayNode();
    caller.roles().stream().sorted().forEach(roles::add);
    return new AttestorValues(records, roles);
  }

  /**
   * @param requester what each of the requester's paths found
   */
  public boolean satisfy(Condition condition, Function<FieldPath, Found> requester) {
    List<FieldPath> paths = ConditionPaths.of(condition, Condition.Side.ATTESTOR);
    Map<FieldPath, BoundValues> found = new HashMap<>();
    return compared(paths).stream().anyMatch(record -> holds(condition, record, requester, found));
  }

  /** What paths of the attestor's side are read in: any one of these will do. */
  List<JsonNode> compared(List<FieldPath> paths) {
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
   * @param found what is known of the requester, which is the same for all records
   */
  private static boolean holds(
      Condition condition,
      JsonNode record,
      Function<FieldPath, Found> requester,
      Map<FieldPath, BoundValues> found) {
    Evaluation evaluation =
        Evaluation.ofBound(
            values ->
                values.side() == Condition.Side.ATTESTOR
                    ? BoundValues.of(Found.in(record, values.path()))
                    : found.computeIfAbsent(
                        values.path(), path -> BoundValues.of(requester.apply(path))));
    return evaluation.holds(condition);
  }
}
