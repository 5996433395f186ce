package org.attestry.registry.domain.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonNodePath;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import com.networknt.schema.resource.DisallowSchemaLoader;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.attestry.contracts.Violation;
import org.attestry.runtime.json.JsonPointers;

/**
 * A type's definition (JSON Schema draft-07, formats asserted), compiled. Nothing is ever fetched:
 * a reference that leaves the document does not compile. Safe for use by several threads.
 */
public final class EntityValidator {

  private static final JsonSchemaFactory FACTORY =
      JsonSchemaFactory.getInstance(
          SpecVersion.VersionFlag.V7,
          builder ->
              builder
                  .enableSchemaCache(false)
                  .schemaLoaders(
                      loaders ->
                          loaders.values(
                              all -> {
                                all.clear();
                                all.add(DisallowSchemaLoader.getInstance());
                              })));

  private final JsonNode definition;
  private final JsonSchema complete;

  /** Compiled at first use: most types never see an incomplete entity. */
  private volatile JsonSchema partial;

  /**
   * @throws RuntimeException when the definition does not compile
   */
  public EntityValidator(JsonNode definition) {
    this.definition = definition;
    this.complete = compile(DefinitionRewrite.complete(definition));
  }

  /** What is wrong with a whole entity, in the caller's own data without anything of ours. */
  public List<Violation> check(JsonNode entity) {
    return violations(complete, entity);
  }

  /** The same for an entity that may still lack what is required. */
  public List<Violation> checkIncomplete(JsonNode entity) {
    JsonSchema ready = partial;
    if (ready == null) {
      ready = compile(DefinitionRewrite.withoutRequired(definition));
      partial = ready;
    }
    return violations(ready, entity);
  }

  private static JsonSchema compile(JsonNode definition) {
    SchemaValidatorsConfig config =
        SchemaValidatorsConfig.builder()
            .formatAssertionsEnabled(true)
            .regularExpressionFactory(new LinearRegex())
            .locale(Locale.ENGLISH)
            .preloadJsonSchema(true)
            .build();
    JsonSchema schema = FACTORY.getSchema(definition, config);
    schema.initializeValidators();
    return schema;
  }

  private static List<Violation> violations(JsonSchema schema, JsonNode entity) {
    Set<ValidationMessage> messages = schema.validate(entity);
    return messages.stream().map(EntityValidator::violation).distinct().toList();
  }

  private static Violation violation(ValidationMessage message) {
    String pointer = pointer(message.getInstanceLocation());
    if (message.getProperty() != null) {
      pointer += "/" + JsonPointers.escape(message.getProperty());
    }
    return new Violation(pointer, message.getType(), sentence(message.getError()));
  }

  private static String pointer(JsonNodePath path) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < path.getNameCount(); i++) {
      out.append('/').append(JsonPointers.escape(String.valueOf(path.getElement(i))));
    }
    return out.toString();
  }

  private static String sentence(String error) {
    return "The value " + error.strip() + ".";
  }
}
