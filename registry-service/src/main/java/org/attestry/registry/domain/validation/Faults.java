package org.attestry.registry.domain.validation;

import com.networknt.schema.JsonNodePath;
import com.networknt.schema.ValidationMessage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.attestry.contracts.Violation;
import org.attestry.runtime.json.JsonPointers;

/**
 * The violations behind what the validator found: one for each fault. Alternatives of which none
 * fits are one fault, however many there are; a value of the wrong type breaks no other rule too.
 */
final class Faults {

  private static final Set<String> ALTERNATIVES = Set.of("anyOf", "oneOf");
  private static final Pattern SEVERAL = Pattern.compile("but [1-9]\\d* are valid");

  /** Where the library runs two sentences about a format into one. */
  private static final String PATTERN_MUST = " pattern must";

  private Faults() {}

  static List<Violation> of(Collection<ValidationMessage> messages) {
    Set<String> ambiguous = new HashSet<>();
    messages.stream().filter(Faults::isAmbiguous).map(Faults::alternatives).forEach(ambiguous::add);
    Map<Object, Violation> faults = new LinkedHashMap<>();
    for (ValidationMessage message : messages) {
      String alternatives = alternatives(message);
      if (alternatives == null) {
        Violation fault = fault(message);
        faults.putIfAbsent(fault, fault);
      } else if (isAmbiguous(message) || !ambiguous.contains(alternatives)) {
        faults.merge(alternatives, alternative(message), Faults::common);
      }
    }
    return withoutConsequences(List.copyOf(faults.values()));
  }

  /** Which alternatives the message is about, the outermost ones and where; null for none. */
  private static String alternatives(ValidationMessage message) {
    JsonNodePath path = message.getEvaluationPath();
    for (int i = 0; i < path.getNameCount(); i++) {
      boolean last = i == path.getNameCount() - 1;
      if (path.getElement(i) instanceof String keyword
          && ALTERNATIVES.contains(keyword)
          && (last || path.getElement(i + 1) instanceof Integer)) {
        return prefix(path, i + 1) + "@" + depth(message, path, i);
      }
    }
    return null;
  }

  /** More than one alternative fits where only one may. */
  private static boolean isAmbiguous(ValidationMessage message) {
    return message.getType().equals("oneOf")
        && SEVERAL.matcher(message.getError()).find()
        && alternatives(message) != null;
  }

  /** Items of one array break the same alternatives each on its own. */
  private static String depth(ValidationMessage message, JsonNodePath path, int alternatives) {
    int levels = 0;
    for (int i = 0; i < alternatives; i++) {
      Object element = path.getElement(i);
      boolean descends =
          "items".equals(element)
              || "additionalProperties".equals(element)
              || "additionalItems".equals(element)
              || "contains".equals(element);
      levels += descends ? 1 : 0;
      if (("properties".equals(element) || "patternProperties".equals(element))
          && i + 1 < alternatives) {
        levels++;
        i++;
      }
    }
    return prefix(message.getInstanceLocation(), levels);
  }

  private static String prefix(JsonNodePath path, int length) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < Math.min(length, path.getNameCount()); i++) {
      out.append('/').append(JsonPointers.escape(String.valueOf(path.getElement(i))));
    }
    return out.toString();
  }

  private static Violation alternative(ValidationMessage message) {
    String pointer = prefix(message.getInstanceLocation(), Integer.MAX_VALUE);
    return isAmbiguous(message)
        ? new Violation(
            pointer, "oneOf", "The value fits several alternatives of which only one may fit.")
        : new Violation(
            pointer,
            "alternatives",
            "The value fits none of the alternatives that its schema allows.");
  }

  /** What two messages about the same alternatives have in common is where the fault is. */
  private static Violation common(Violation one, Violation other) {
    String[] first = one.pointer().split("/", -1);
    String[] second = other.pointer().split("/", -1);
    List<String> shared = new ArrayList<>();
    for (int i = 0; i < Math.min(first.length, second.length); i++) {
      if (!first[i].equals(second[i])) {
        break;
      }
      shared.add(first[i]);
    }
    return new Violation(String.join("/", shared), one.rule(), one.message());
  }

  private static List<Violation> withoutConsequences(List<Violation> faults) {
    Set<String> mistyped = new HashSet<>();
    faults.stream()
        .filter(fault -> fault.rule().equals("type"))
        .forEach(fault -> mistyped.add(fault.pointer()));
    Set<String> told = new HashSet<>();
    return faults.stream()
        .filter(fault -> !mistyped.contains(fault.pointer()) || fault.rule().equals("type"))
        .filter(fault -> told.add(fault.pointer() + " " + fault.rule()))
        .toList();
  }

  private static Violation fault(ValidationMessage message) {
    String pointer = prefix(message.getInstanceLocation(), Integer.MAX_VALUE);
    if (message.getProperty() != null) {
      pointer += "/" + JsonPointers.escape(message.getProperty());
    }
    return new Violation(pointer, message.getType(), sentence(message));
  }

  private static String sentence(ValidationMessage message) {
    String property = message.getProperty();
    String error = message.getError().strip();
    return switch (message.getType()) {
      case "required" -> "The property '%s' is missing.".formatted(property);
      case "additionalProperties" ->
          "The property '%s' is not one that its schema knows.".formatted(property);
      case "type" -> "The value is of the wrong type: %s.".formatted(error);
      case "format" -> "The value %s.".formatted(error.replace(PATTERN_MUST, " format: it must"));
      default -> "The value %s.".formatted(error);
    };
  }
}
