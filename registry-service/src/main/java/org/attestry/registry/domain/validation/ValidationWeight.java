package org.attestry.registry.domain.validation;

import com.fasterxml.jackson.databind.JsonNode;

/** The cost of checking a document: the number of its values, a long text counting as several. */
public final class ValidationWeight {

  private static final int TEXT_UNIT = 64;

  private ValidationWeight() {}

  /** The weight, or something above the limit as soon as it is passed. */
  public static int of(JsonNode node, int limit) {
    int weight = 1 + (node.isTextual() ? node.textValue().length() / TEXT_UNIT : 0);
    for (JsonNode child : node) {
      if (weight > limit) {
        break;
      }
      weight += of(child, limit - weight);
    }
    return weight;
  }
}
