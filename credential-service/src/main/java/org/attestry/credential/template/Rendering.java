package org.attestry.credential.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;

/**
 * Evaluates template parts over data. Every part, every round of a loop, every step of a path, and
 * the output are counted.
 */
final class Rendering {

  private static final int MOST_CHARACTERS = 1_000_000;
  private static final int CHARACTERS_A_STEP = 64;
  private static final int LONGEST_PLAIN_NUMBER = 100;

  /** The registry's id of an object; only a template that names it gets it. */
  private static final String OSID = "osid";

  private final Budget budget;
  private final boolean stored;
  private int characters;

  Rendering(Budget budget) {
    this(budget, false);
  }

  /**
   * @param stored whether the data is of a stored entity: the registry's ids of its objects are
   *     then left out of objects that are inserted whole
   */
  Rendering(Budget budget, boolean stored) {
    this.budget = budget;
    this.stored = stored;
  }

  /** Returns the parts of a template text. */
  List<TemplatePart> parse(String source) {
    budget.spend(1 + source.length() / CHARACTERS_A_STEP);
    return TemplateText.parse(source);
  }

  void render(List<TemplatePart> parts, Scope scope, Output output) {
    for (TemplatePart part : parts) {
      budget.spend();
      switch (part) {
        case TemplatePart.Text text -> output.text(spend(text.text()));
        case TemplatePart.Value value -> value(find(value.path(), scope), output);
        case TemplatePart.If test ->
            render(holds(find(test.path(), scope)) ? test.body() : test.otherwise(), scope, output);
        case TemplatePart.Each each -> each(each, scope, output);
      }
    }
  }

  private void value(JsonNode found, Output output) {
    JsonNode value = stored && found.isContainerNode() ? withoutOsids(found) : found;
    output.value(value, spend(text(value)));
  }

  private JsonNode find(Path path, Scope scope) {
    budget.spend(path.segments().size());
    return scope.find(path);
  }

  private JsonNode withoutOsids(JsonNode node) {
    budget.spend();
    if (node.isArray()) {
      ArrayNode items = JsonNodeFactory.instance.arrayNode(node.size());
      node.forEach(item -> items.add(withoutOsids(item)));
      return items;
    }
    if (!node.isObject()) {
      return node;
    }
    ObjectNode members = Json.object();
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      if (!member.getKey().equals(OSID)) {
        members.set(member.getKey(), withoutOsids(member.getValue()));
      }
    }
    return members;
  }

  private void each(TemplatePart.Each each, Scope scope, Output output) {
    JsonNode items = find(each.path(), scope);
    int count = items.size() - (stored && items.has(OSID) ? 1 : 0);
    if (count == 0) {
      render(each.otherwise(), scope, output);
      return;
    }
    int index = 0;
    if (items.isArray()) {
      for (JsonNode item : items) {
        budget.spend();
        render(each.body(), scope.item(item, index, count, Integer.toString(index)), output);
        index++;
      }
      return;
    }
    for (Map.Entry<String, JsonNode> member : items.properties()) {
      budget.spend();
      if (stored && member.getKey().equals(OSID)) {
        continue;
      }
      render(each.body(), scope.item(member.getValue(), index, count, member.getKey()), output);
      index++;
    }
  }

  private String spend(String written) {
    characters += written.length();
    budget.spend(written.length() / CHARACTERS_A_STEP);
    if (characters > MOST_CHARACTERS) {
      throw new TemplateSyntaxException(
          "The filled template is longer than " + MOST_CHARACTERS + " characters.");
    }
    return written;
  }

  /**
   * Returns whether the value is true in Handlebars: not false, null, missing, zero, an empty
   * string or an empty array.
   */
  private static boolean holds(JsonNode node) {
    return switch (node.getNodeType()) {
      case BOOLEAN -> node.booleanValue();
      case STRING -> !node.textValue().isEmpty();
      case NUMBER -> node.decimalValue().signum() != 0;
      case ARRAY -> !node.isEmpty();
      case OBJECT -> true;
      default -> false;
    };
  }

  private static String text(JsonNode node) {
    return switch (node.getNodeType()) {
      case STRING -> node.textValue();
      case BOOLEAN -> node.asText();
      case NUMBER -> number(node);
      case ARRAY -> array(node);
      case OBJECT -> node.toString();
      default -> "";
    };
  }

  private static String number(JsonNode node) {
    var decimal = node.decimalValue();
    boolean plain = Math.abs((long) decimal.scale()) + decimal.precision() <= LONGEST_PLAIN_NUMBER;
    return plain ? decimal.toPlainString() : decimal.toString();
  }

  private static String array(JsonNode node) {
    boolean scalars =
        StreamSupport.stream(node.spliterator(), false).allMatch(JsonNode::isValueNode);
    return scalars
        ? StreamSupport.stream(node.spliterator(), false)
            .map(Rendering::text)
            .collect(Collectors.joining(","))
        : node.toString();
  }
}
