package org.attestry.registry.domain.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Format;
import com.networknt.schema.ValidationContext;

/**
 * A format whose check costs more than the length of the text, or a level of the stack for each
 * character: a text that is longer than any of its kind is not of it.
 */
record BoundedFormat(Format format) implements Format {

  private static final int LONGEST = 1_000;

  @Override
  public String getName() {
    return format.getName();
  }

  @Override
  public String getMessageKey() {
    return format.getMessageKey();
  }

  @Override
  public boolean matches(ExecutionContext execution, ValidationContext context, String text) {
    return text.length() <= LONGEST && format.matches(execution, context, text);
  }

  @Override
  public boolean matches(ExecutionContext execution, ValidationContext context, JsonNode value) {
    boolean tooLong = value.isTextual() && value.textValue().length() > LONGEST;
    return !tooLong && format.matches(execution, context, value);
  }
}
