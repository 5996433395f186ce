package org.attestry.runtime.json;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.SchemaRepository;
import io.vertx.json.schema.Validator;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.attestry.contracts.ListedViolations;

/**
 * Validates untrusted JSON against a fixed schema (draft-07) with the library of Vert.x, and states
 * each violation in our words: see {@link SchemaRule}. Other keywords have no effect. A value
 * within the limits of {@link Json} is bounded work for a schema without {@code uniqueItems} and
 * {@code pattern}; a {@code $ref} leads to {@code #/definitions/…} and never to itself.
 * Thread-safe.
 */
public final class JsonValidator {

  private static final JsonSchemaOptions OPTIONS =
      new JsonSchemaOptions()
          .setBaseUri("attestry://")
          .setDraft(Draft.DRAFT7)
          .setOutputFormat(OutputFormat.Basic);

  private static final Pattern BELOW_ANY_OF = Pattern.compile("/anyOf/[0-9]+/");

  private final JsonNode schema;
  private final Validator validator;

  private JsonValidator(JsonNode schema) {
    this.schema = schema;
    this.validator =
        SchemaRepository.create(OPTIONS).validator((JsonSchema) VertxJson.ofSchema(schema));
  }

  public static JsonValidator of(JsonNode schema) {
    ObjectNode own = (ObjectNode) withoutReferences(schema, schema);
    return new JsonValidator(own.without("definitions"));
  }

  private static JsonNode withoutReferences(JsonNode node, JsonNode root) {
    if (node.path("$ref").isTextual()) {
      return withoutReferences(root.at(node.get("$ref").textValue().substring(1)), root);
    }
    if (node.isArray()) {
      ArrayNode items = Json.array();
      node.forEach(item -> items.add(withoutReferences(item, root)));
      return items;
    }
    if (!node.isObject()) {
      return node;
    }
    ObjectNode copy = Json.object();
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      copy.set(member.getKey(), withoutReferences(member.getValue(), root));
    }
    return copy;
  }

  /**
   * Validates a value.
   *
   * @param pointer the pointer to the value, the prefix of the violations' pointers
   * @return the violations; for a value of the wrong type only the violation of {@code type}
   */
  public ListedViolations check(JsonNode value, String pointer) {
    OutputUnit result = validator.validate(VertxJson.of(value));
    return result.getValid()
        ? ListedViolations.NONE
        : new Translation(value, pointer).of(result.getErrors());
  }

  /** Translates what the library found in one value. */
  private final class Translation {

    private final JsonNode value;
    private final String prefix;
    private final ListedViolations.Collector found = new ListedViolations.Collector();
    private final Map<String, SchemaRule> rules = new HashMap<>();
    private final Set<String> ended = new HashSet<>();

    private Translation(JsonNode value, String prefix) {
      this.value = value;
      this.prefix = prefix;
    }

    private ListedViolations of(Iterable<OutputUnit> units) {
      for (OutputUnit unit : units) {
        SchemaRule rule = rules.computeIfAbsent(unit.getKeywordLocation(), this::rule);
        String at = unit.getInstanceLocation();
        if (rule.isStated() && !ended.contains(at)) {
          add(rule, at);
        }
      }
      return found.all();
    }

    private SchemaRule rule(String keywordLocation) {
      if (BELOW_ANY_OF.matcher(keywordLocation).find()) {
        return SchemaRule.NONE;
      }
      JsonPointer keyword = JsonPointer.compile(unescaped(keywordLocation));
      return new SchemaRule(schema.at(keyword.head()), keyword.last().getMatchingProperty());
    }

    private void add(SchemaRule rule, String at) {
      if (rule.endsCheck()) {
        ended.add(at);
      }
      switch (rule.keyword()) {
        case "required" -> {
          if (ended.add(at + " required")) {
            addMissing(rule, pointer(at));
          }
        }
        case "additionalProperties" -> addUnknown(rule, at);
        default -> found.add(() -> rule.violation(prefix + pointer(at)));
      }
    }

    private void addMissing(SchemaRule rule, String pointer) {
      for (JsonNode name : rule.value()) {
        if (!value.at(pointer).has(name.textValue())) {
          found.add(() -> rule.missing(name.textValue(), prefix + pointer));
        }
      }
    }

    /** The library also finds known members here, whose values are wrong. */
    private void addUnknown(SchemaRule rule, String at) {
      int last = at.lastIndexOf('/');
      if (!rule.schema().path("properties").has(at.substring(last + 1))) {
        String object = pointer(at.substring(0, last));
        found.add(() -> rule.unknown(pointer(at).substring(object.length()), prefix + object));
      }
    }

    /**
     * Returns the pointer to the value at a location. The library writes names with control
     * characters ambiguously; a pointer to such a member ends before it.
     */
    private String pointer(String location) {
      String rest = location;
      while (rest.contains("/")) {
        try {
          String pointer = unescaped(rest);
          if (!value.at(pointer).isMissingNode()) {
            return pointer;
          }
        } catch (IllegalArgumentException ambiguous) {
          // goes on with the value around it
        }
        rest = rest.substring(0, rest.lastIndexOf('/'));
      }
      return "";
    }
  }

  /** Returns the pointer that is written as a fragment of a URI (RFC 6901, section 6). */
  private static String unescaped(String fragment) {
    return URLDecoder.decode(fragment.substring(1).replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
