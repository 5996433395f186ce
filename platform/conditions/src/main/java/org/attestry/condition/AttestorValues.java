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
import org.attestry.contracts.schema.Condition.Side;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;

/**
 * The values of a caller with an attestor role. What is read of them for one condition is kept for
 * the next one, so that many claims are compared with many records quickly. Used by one thread at a
 * time.
 */
public final class AttestorValues {

  private final AttestorDocuments records;
  private final AttestorDocuments roles;

  /**
   * @param records the caller's own records of the attestor type; one record that satisfies the
   *     condition is enough
   * @param roles the token's roles as an array, which conditions read for a caller without a record
   */
  public AttestorValues(List<JsonNode> records, JsonNode roles) {
    this.records = new AttestorDocuments(records);
    this.roles = new AttestorDocuments(List.of(roles));
  }

  public static AttestorValues of(Caller caller, List<JsonNode> records) {
    ArrayNode roles = Json.array();
    caller.roles().stream().sorted().forEach(roles::add);
    return new AttestorValues(records, roles);
  }

  /**
   * @param requester returns the values of a path in the requester's record
   * @param budget is spent in proportion to the values that are compared
   */
  public boolean satisfy(
      Condition condition, Function<FieldPath, PathValues> requester, Budget budget) {
    Map<FieldPath, BoundValues> bound = new HashMap<>();
    return documents(ConditionPaths.of(condition, Side.ATTESTOR))
        .satisfy(
            condition,
            path ->
                bound.computeIfAbsent(
                    path, wanted -> BoundValues.of(requester.apply(wanted), budget)),
            budget);
  }

  /** Returns the documents in which the attestor's paths are evaluated. */
  AttestorDocuments documents(List<FieldPath> paths) {
    boolean readsRoles =
        paths.isEmpty()
            || (records.all().isEmpty() && paths.stream().allMatch(AttestorValues::readsRoles));
    return readsRoles ? roles : records;
  }

  private static boolean readsRoles(FieldPath path) {
    return path.segments().equals(List.of(FieldPath.ANY));
  }
}
