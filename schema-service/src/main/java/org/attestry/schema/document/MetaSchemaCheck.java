package org.attestry.schema.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.config.ClassPathFile;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonPointers;
import org.attestry.runtime.json.JsonValidator;

/**
 * Checks that a document conforms to draft-07, schema by schema: each must be valid against the
 * meta-schema (http://json-schema.org/draft-07/schema#), which is applied without the schemas
 * within it. Runs in linear time.
 */
final class MetaSchemaCheck {

  private static final String RULE = "draft-07";

  private static final JsonNode META_SCHEMA =
      Json.parse(
          JsonBytes.of(ClassPathFile.bytes(MetaSchemaCheck.class, "/schemas/draft-07.json")));
  private static final JsonValidator VALIDATOR = JsonValidator.of(META_SCHEMA);

  private final Findings findings;

  private MetaSchemaCheck(Findings findings) {
    this.findings = findings;
  }

  static void check(SchemaDocument document, Findings findings) {
    check(document.root(), "", findings);
  }

  /**
   * @param pointer the pointer to the schema, the prefix of the violations' pointers
   */
  static void check(JsonNode schema, String pointer, Findings findings) {
    MetaSchemaCheck check = new MetaSchemaCheck(findings);
    if (schema.isObject()) {
      Subschemas.walk(schema, pointer, findings.budget(), check::schema);
    } else {
      findings.refuseAll(VALIDATOR.check(schema, pointer), RULE);
    }
  }

  /** Returns the keywords of draft-07. */
  static Set<String> keywords() {
    Set<String> keywords = new TreeSet<>();
    META_SCHEMA.get("properties").fieldNames().forEachRemaining(keywords::add);
    return keywords;
  }

  private void schema(JsonNode schema, String pointer) {
    findings.budget().spend(1L + schema.size());
    JsonNode alone = Subschemas.map(schema, child -> child.isObject() ? Json.object() : child);
    findings.refuseAll(VALIDATOR.check(alone, pointer), RULE);
    for (String list : List.of("enum", "required", "type")) {
      different(schema.path(list), pointer + "/" + list);
    }
    for (Map.Entry<String, JsonNode> names : schema.path("dependencies").properties()) {
      different(names.getValue(), pointer + "/dependencies/" + JsonPointers.escape(names.getKey()));
    }
  }

  /**
   * Refuses repeated items; compares them as texts, so that no values make the check slow. The
   * library compares them in pairs.
   */
  private void different(JsonNode list, String pointer) {
    if (!list.isArray()) {
      return;
    }
    findings.budget().spend(list.size());
    Set<String> known = new HashSet<>();
    for (int i = 0; i < list.size(); i++) {
      if (!known.add(list.get(i).toString())) {
        String at = pointer + "/" + i;
        findings.refuse(at, RULE, "%s stands in the list twice; leave it out.".formatted(at));
      }
    }
  }
}
