package org.attestry.registry.domain.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.JsonNodePath;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonValidator;
import com.networknt.schema.Keyword;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.ValidationContext;
import com.networknt.schema.ValidationMessage;
import java.util.Set;

/** The keyword {@code $ref}, whose every use counts as {@link Effort}. */
final class CountedReference implements Keyword {

  private final Keyword reference;

  /**
   * @param reference the keyword as it is
   */
  CountedReference(Keyword reference) {
    this.reference = reference;
  }

  @Override
  public String getValue() {
    return reference.getValue();
  }

  @Override
  public JsonValidator newValidator(
      SchemaLocation location,
      JsonNodePath path,
      JsonNode schema,
      JsonSchema parent,
      ValidationContext context)
      throws Exception {
    return new Counting(reference.newValidator(location, path, schema, parent, context));
  }

  private record Counting(JsonValidator reference) implements JsonValidator {

    @Override
    public Set<ValidationMessage> validate(
        ExecutionContext execution, JsonNode node, JsonNode root, JsonNodePath at) {
      if (execution instanceof Effort effort) {
        effort.follow();
      }
      return reference.validate(execution, node, root, at);
    }

    @Override
    public void preloadJsonSchema() {
      reference.preloadJsonSchema();
    }

    @Override
    public SchemaLocation getSchemaLocation() {
      return reference.getSchemaLocation();
    }

    @Override
    public JsonNodePath getEvaluationPath() {
      return reference.getEvaluationPath();
    }

    @Override
    public String getKeyword() {
      return reference.getKeyword();
    }
  }
}
