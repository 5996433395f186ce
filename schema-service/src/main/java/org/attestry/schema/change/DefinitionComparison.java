package org.attestry.schema.change;

import static org.attestry.contracts.schema.SchemaChangeReport.Effect.COMPATIBLE;
import static org.attestry.contracts.schema.SchemaChangeReport.Effect.DECIDED_BY_DATA;
import static org.attestry.contracts.schema.SchemaChangeReport.Effect.NARROWING;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Pattern;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonPointers;
import org.attestry.runtime.pattern.LinearPattern;
import org.attestry.schema.document.DocumentLimits;

/**
 * Compares two bundled definitions of a type, keyword by keyword: does the new one accept every
 * entity that the old one accepted? If the keywords do not decide this, the stored entities must be
 * checked. Cycles of references are followed once.
 */
final class DefinitionComparison {

  private static final JsonNode ANYTHING = Json.object();
  private static final int COST_OF_A_PAIR = 5;
  private static final int CHARACTERS_IN_A_STEP = 100;
  private static final int DEEPEST = 200;

  /**
   * The most pairs of an old and a new alternative; if there are more, it is not checked whether a
   * new alternative covers each old one.
   */
  private static final long MOST_PAIRS = 10_000;

  private static final List<String> OPAQUE =
      List.of("not", "if", "then", "else", "contains", "propertyNames");

  private final JsonNode oldBundle;
  private final JsonNode newBundle;
  private final String root;
  private final Budget budget;
  private final Map<String, Pattern> patterns = new HashMap<>();

  /** The cached differences of pairs of schemas; a pair that is being compared counts as equal. */
  private final Map<JsonNode, Map<JsonNode, DifferenceCollector>> apart = new IdentityHashMap<>();

  private DifferenceCollector changes = DifferenceCollector.listed();
  private Map<JsonNode, Set<JsonNode>> compared = new IdentityHashMap<>();
  private int depth;

  private DefinitionComparison(JsonNode oldBundle, JsonNode newBundle, String root, Budget budget) {
    this.oldBundle = oldBundle;
    this.newBundle = newBundle;
    this.root = root;
    this.budget = budget;
  }

  /**
   * @param root the pointer to the type's definition in its document
   */
  static Differences of(JsonNode before, JsonNode after, String root, Budget budget) {
    DefinitionComparison comparison = new DefinitionComparison(before, after, root, budget);
    comparison.compare(before, after, root, "definition");
    return comparison.changes.all();
  }

  /**
   * Compares two schemas.
   *
   * @param keyword the keyword whose value the schemas are
   */
  void compare(JsonNode oldSchema, JsonNode newSchema, String at, String keyword) {
    if (++depth > DEEPEST) {
      throw DocumentLimits.TOO_MUCH_WORK.exception();
    }
    budget.spend(COST_OF_A_PAIR + oldSchema.size() + newSchema.size());
    compareWithin(oldSchema, newSchema, at, keyword);
    depth--;
  }

  private void compareWithin(JsonNode oldSchema, JsonNode newSchema, String at, String keyword) {
    JsonNode before = resolved(oldSchema, oldBundle);
    JsonNode after = resolved(newSchema, newBundle);
    boolean saysNothing = before.isEmpty() && after.isEmpty() && !isNothing(before);
    if ((saysNothing && !isNothing(after)) || !isNew(before, after)) {
      return;
    }
    String pointer = pointer(newSchema, at);
    if (isNothing(before) || isNothing(after)) {
      if (isNothing(before) != isNothing(after)) {
        changes.add(pointer, keyword, before, after, isNothing(after) ? NARROWING : COMPATIBLE);
      }
      return;
    }
    SchemaPair pair = new SchemaPair(before, after, pointer, changes);
    ValueComparison.compare(pair);
    new PropertyComparison(this, pair).compare();
    items(pair);
    combinations(pair);
    OPAQUE.forEach(name -> opaque(name, pair));
    dependencies(pair);
  }

  private void items(SchemaPair pair) {
    JsonNode old = pair.old("items");
    JsonNode now = pair.now("items");
    if (!old.isArray() && !now.isArray()) {
      compareOptional("items", pair);
    } else if (old.size() != now.size() || !old.isArray() || !now.isArray()) {
      pair.add("items", DECIDED_BY_DATA);
    } else {
      for (int i = 0; i < now.size(); i++) {
        compare(old.get(i), now.get(i), pair.pointer() + "/items/" + i, "items");
      }
      compareOptional("additionalItems", pair);
    }
  }

  /** Compares the schemas of a keyword; an absent schema accepts any value. */
  void compareOptional(String keyword, SchemaPair pair) {
    JsonNode old = orAnything(pair.old(keyword));
    compare(old, orAnything(pair.now(keyword)), pair.pointer() + "/" + keyword, keyword);
  }

  private void combinations(SchemaPair pair) {
    JsonNode old = pair.old("allOf");
    JsonNode now = pair.now("allOf");
    for (int i = 0; i < Math.max(old.size(), now.size()); i++) {
      String at = pair.pointer() + "/allOf/" + i;
      compare(orAnything(old.path(i)), orAnything(now.path(i)), at, "allOf");
    }
    alternatives("anyOf", pair);
    alternatives("oneOf", pair);
  }

  /**
   * Compares alternatives: further alternatives accept more values, unless exactly one may hold.
   */
  private void alternatives(String keyword, SchemaPair pair) {
    JsonNode old = pair.old(keyword);
    JsonNode now = pair.now(keyword);
    if (samePairs(old, now)) {
      return;
    }
    boolean wider =
        keyword.equals("anyOf")
            && !old.isMissingNode()
            && !now.isMissingNode()
            && (long) old.size() * now.size() <= MOST_PAIRS
            && eachIsCovered(old, now);
    if (wider) {
      pair.add(keyword, COMPATIBLE);
    } else {
      pair.addConstraint(keyword, !old.isMissingNode(), !now.isMissingNode());
    }
  }

  private boolean samePairs(JsonNode old, JsonNode now) {
    if (old.size() != now.size()) {
      return false;
    }
    for (int i = 0; i < old.size(); i++) {
      if (!apart(old.get(i), now.get(i)).none()) {
        return false;
      }
    }
    return true;
  }

  private boolean eachIsCovered(JsonNode old, JsonNode now) {
    for (JsonNode alternative : old) {
      boolean covered = false;
      for (int i = 0; !covered && i < now.size(); i++) {
        covered = apart(alternative, now.get(i)).all().compatible();
      }
      if (!covered) {
        return false;
      }
    }
    return true;
  }

  private void opaque(String keyword, SchemaPair pair) {
    JsonNode old = pair.old(keyword);
    JsonNode now = pair.now(keyword);
    boolean same =
        old.isMissingNode() || now.isMissingNode()
            ? old.isMissingNode() == now.isMissingNode()
            : apart(old, now).none();
    if (!same) {
      pair.addConstraint(keyword, !old.isMissingNode(), !now.isMissingNode());
    }
  }

  private void dependencies(SchemaPair pair) {
    JsonNode old = pair.old("dependencies");
    JsonNode now = pair.now("dependencies");
    if (!sameDependencies(old, now)) {
      pair.addConstraint("dependencies", !old.isEmpty(), !now.isEmpty());
    }
  }

  private boolean sameDependencies(JsonNode old, JsonNode now) {
    if (old.size() != now.size()) {
      return false;
    }
    for (Map.Entry<String, JsonNode> dependency : old.properties()) {
      JsonNode other = now.path(dependency.getKey());
      boolean schemas = dependency.getValue().isObject() && other.isObject();
      if (schemas
          ? !apart(dependency.getValue(), other).none()
          : !dependency.getValue().equals(other)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the effects of the differences of two schemas, without reporting the differences. */
  private DifferenceCollector apart(JsonNode old, JsonNode now) {
    Map<JsonNode, DifferenceCollector> known =
        apart.computeIfAbsent(old, one -> new IdentityHashMap<>());
    if (!known.containsKey(now)) {
      known.put(now, DifferenceCollector.counted());
      DifferenceCollector reported = changes;
      Map<JsonNode, Set<JsonNode>> comparedBefore = compared;
      changes = DifferenceCollector.counted();
      compared = new IdentityHashMap<>();
      compare(old, now, "", "");
      known.put(now, changes);
      changes = reported;
      compared = comparedBefore;
    }
    return known.get(now);
  }

  /**
   * Returns the schema of a keyword; the empty schema, which accepts any value, if the keyword is
   * absent or true.
   */
  static JsonNode orAnything(JsonNode schema) {
    return schema.isMissingNode() || (schema.isBoolean() && schema.booleanValue())
        ? Json.object()
        : schema;
  }

  static boolean isNothing(JsonNode schema) {
    return schema.isBoolean() && !schema.booleanValue();
  }

  private static JsonNode resolved(JsonNode schema, JsonNode bundle) {
    if (schema.isBoolean() && schema.booleanValue()) {
      return ANYTHING;
    }
    JsonNode ref = schema.path("$ref");
    return ref.isTextual() ? bundle.at(ref.textValue().substring(1)) : schema;
  }

  /** Returns the schema's pointer in the document; for a reference, the pointer of its target. */
  private String pointer(JsonNode schema, String at) {
    String ref = schema.path("$ref").asText();
    return ref.isEmpty() ? at : ref.equals("#") ? root : ref.substring(1);
  }

  /** Whether the pattern matches the name. */
  boolean finds(String pattern, String name) {
    budget.spend(1 + (long) name.length() * pattern.length() / CHARACTERS_IN_A_STEP);
    return patterns.computeIfAbsent(pattern, LinearPattern::compile).matcher(name).find();
  }

  static String below(String pointer, String keyword, String name) {
    return pointer + "/" + keyword + "/" + JsonPointers.escape(name);
  }

  private boolean isNew(JsonNode before, JsonNode after) {
    return compared
        .computeIfAbsent(before, old -> Collections.newSetFromMap(new IdentityHashMap<>()))
        .add(after);
  }
}
