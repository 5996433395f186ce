package org.attestry.schema.metaschema;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.SchemaRepository;
import io.vertx.json.schema.Validator;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.contracts.Violation;
import org.attestry.schema.domain.document.DocumentRules;

/** The rules as vertx-json-schema checks them. */
public final class VertxDocumentRules implements DocumentRules {

  private static final String METASCHEMA = "http://json-schema.org/draft-07/schema#";
  private static final String OS_CONFIG = "schemas/os-config.json";

  /** An id means nothing to us: it is left out of what we publish. */
  private static final String FORMAT_OF_ID = "/$id/format";

  /** Keywords that only pass on what stands below them. */
  private static final Set<String> PASSING_ON =
      Set.of("$ref", "additionalProperties", "allOf", "items", "properties");

  /** Members of a configuration whose content is checked by other rules. */
  private static final Set<String> CONTENT = Set.of("additionalInput", "credentialTemplate");

  private final Validator draft07;
  private final Validator osConfig;

  private VertxDocumentRules(Validator draft07, Validator osConfig) {
    this.draft07 = draft07;
    this.osConfig = osConfig;
  }

  /** Reads the rules from the class path. */
  public static VertxDocumentRules load(Vertx vertx) {
    JsonSchemaOptions options =
        new JsonSchemaOptions()
            .setBaseUri("https://attestry.org/")
            .setDraft(Draft.DRAFT7)
            .setOutputFormat(OutputFormat.Basic);
    SchemaRepository repository = SchemaRepository.create(options);
    repository.preloadMetaSchema(vertx.fileSystem(), Draft.DRAFT7);
    JsonSchema config =
        JsonSchema.of(new JsonObject(vertx.fileSystem().readFileBlocking(OS_CONFIG)));
    return new VertxDocumentRules(
        repository.validator(METASCHEMA), repository.dereference(config).validator(config));
  }

  @Override
  public List<Violation> draft07(JsonNode schema, String pointer) {
    return violations(draft07, schema, pointer, "draft-07");
  }

  @Override
  public List<Violation> osConfig(JsonNode config, String pointer) {
    return violations(osConfig, config, pointer, "config");
  }

  private static List<Violation> violations(
      Validator validator, JsonNode value, String pointer, String rule) {
    OutputUnit outcome = validator.validate(given(value));
    if (outcome.getValid() || outcome.getErrors() == null) {
      return List.of();
    }
    return outcome.getErrors().stream()
        .filter(VertxDocumentRules::saysSomething)
        .map(error -> violation(error, pointer, rule))
        .distinct()
        .toList();
  }

  /** A value as Vert.x has it; of what is read elsewhere only that it is an object. */
  private static Object given(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> {
        JsonObject object = new JsonObject();
        for (Map.Entry<String, JsonNode> member : value.properties()) {
          boolean content = CONTENT.contains(member.getKey()) && member.getValue().isObject();
          object.put(member.getKey(), content ? new JsonObject() : given(member.getValue()));
        }
        yield object;
      }
      case ARRAY -> {
        JsonArray array = new JsonArray();
        value.forEach(item -> array.add(given(item)));
        yield array;
      }
      case NUMBER -> value.isBigDecimal() ? (Object) value.doubleValue() : value.numberValue();
      case BOOLEAN -> value.booleanValue();
      case STRING -> value.textValue();
      default -> null;
    };
  }

  private static boolean saysSomething(OutputUnit error) {
    String keyword = error.getKeywordLocation();
    return !PASSING_ON.contains(keyword.substring(keyword.lastIndexOf('/') + 1))
        && !keyword.contains("/anyOf/")
        && !keyword.endsWith(FORMAT_OF_ID);
  }

  private static Violation violation(OutputUnit error, String pointer, String rule) {
    String fragment = error.getInstanceLocation().substring(1);
    String at = pointer + URLDecoder.decode(fragment.replace("+", "%2B"), StandardCharsets.UTF_8);
    String text =
        error.getKeywordLocation().endsWith("/anyOf")
            ? "This has none of the forms that are allowed here"
            : error.getError().replaceFirst("^Instance type", "The type");
    return new Violation(at, rule, "%s: %s.".formatted(at, text));
  }
}
