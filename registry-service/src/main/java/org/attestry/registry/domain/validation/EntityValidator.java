package org.attestry.registry.domain.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Format;
import com.networknt.schema.JsonMetaSchema;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.resource.DisallowSchemaLoader;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.attestry.contracts.Violation;

/**
 * A type's definition (JSON Schema draft-07, formats asserted), compiled. Nothing is ever fetched:
 * a reference that leaves the document does not compile. A check that takes too much is refused
 * ({@link Effort}). Safe for use by several threads.
 */
public final class EntityValidator {

  /**
   * Formats of texts that may be long, a {@code data:} URI for instance; their checks are linear.
   */
  private static final Set<String> UNBOUNDED =
      Set.of("uri", "uri-reference", "iri", "iri-reference");

  private static final String REFERENCE = "$ref";

  private static final JsonSchemaFactory FACTORY = factory();

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
    return check(entity, Effort.large());
  }

  /**
   * The same within an effort.
   *
   * @throws org.attestry.contracts.FailureException when it would take more
   */
  public List<Violation> check(JsonNode entity, Effort effort) {
    return violations(complete, entity, effort);
  }

  /** The same for an entity that may still lack what is required. */
  public List<Violation> checkIncomplete(JsonNode entity, Effort effort) {
    return violations(partial(), entity, effort);
  }

  /** Whether {@link #checkIncomplete} has nothing left to compile. */
  public boolean isPartialCompiled() {
    return partial != null;
  }

  /** Compiles what {@link #checkIncomplete} needs, unless that is done. */
  public void compilePartial() {
    partial();
  }

  private JsonSchema partial() {
    JsonSchema ready = partial;
    if (ready == null) {
      ready = compile(DefinitionRewrite.withoutRequired(definition));
      partial = ready;
    }
    return ready;
  }

  private static JsonSchemaFactory factory() {
    JsonMetaSchema draft = JsonMetaSchema.getV7();
    JsonMetaSchema counted =
        JsonMetaSchema.builder(draft.getIri(), draft)
            .keyword(new CountedReference(draft.getKeywords().get(REFERENCE)))
            .formats(formats -> formats.replaceAll((name, format) -> bounded(format)))
            .build();
    return JsonSchemaFactory.builder()
        .defaultMetaSchemaIri(counted.getIri())
        .metaSchema(counted)
        .enableSchemaCache(false)
        .schemaLoaders(
            loaders ->
                loaders.values(
                    all -> {
                      all.clear();
                      all.add(DisallowSchemaLoader.getInstance());
                    }))
        .build();
  }

  private static Format bounded(Format format) {
    return UNBOUNDED.contains(format.getName()) ? format : new BoundedFormat(format);
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

  private static List<Violation> violations(JsonSchema schema, JsonNode entity, Effort effort) {
    try {
      return Faults.of(schema.validate(effort, entity));
    } catch (StackOverflowError tooDeep) {
      throw Effort.exceeded();
    }
  }
}
