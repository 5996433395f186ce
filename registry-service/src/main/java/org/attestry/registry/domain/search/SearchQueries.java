package org.attestry.registry.domain.search;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.domain.types.DefinitionFields;
import org.attestry.registry.domain.types.PublishedType;
import org.attestry.runtime.json.JsonPointers;

/** Reads the body of a search and checks it against the type and what the caller may see. */
public final class SearchQueries {

  private static final int USUAL_LIMIT = 20;
  private static final Set<String> MEMBERS = Set.of("filters", "limit", "offset");

  private final int maximumLimit;

  /**
   * @param maximumLimit the most entities that one answer may have
   */
  public SearchQueries(int maximumLimit) {
    this.maximumLimit = maximumLimit;
  }

  /**
   * @param owner user id of the only owner to search, or null
   * @throws org.attestry.contracts.FailureException INVALID when the body asks for what there is
   *     not, or for what the caller may not see
   */
  public EntityQuery read(PublishedType type, Caller caller, JsonNode body, String owner) {
    if (!body.isObject()) {
      throw invalid("", "type", "A search is a JSON object, such as {\"filters\": {}}.");
    }
    for (Map.Entry<String, JsonNode> member : body.properties()) {
      if (!MEMBERS.contains(member.getKey())) {
        throw invalid(
            at("", member.getKey()),
            "unknown",
            "A search has no such member; it knows %s.".formatted(new TreeSet<>(MEMBERS)));
      }
    }
    Filter filter = new Reading(type, caller).filters(body.path("filters"));
    int limit = (int) number(body, "limit", USUAL_LIMIT, 1, maximumLimit);
    long offset = number(body, "offset", 0, 0, Integer.MAX_VALUE);
    return new EntityQuery(filter, owner, limit, offset);
  }

  /** A page without filters. */
  public EntityQuery page(int limit, int offset, String owner) {
    if (limit < 1 || limit > maximumLimit || offset < 0) {
      throw invalid(
          "/limit",
          "range",
          "The limit is 1 to %d and the offset 0 or more.".formatted(maximumLimit));
    }
    return new EntityQuery(null, owner, limit, offset);
  }

  private static long number(JsonNode body, String name, long usual, long least, long most) {
    JsonNode value = body.path(name);
    if (value.isMissingNode() || value.isNull()) {
      return usual;
    }
    if (!value.canConvertToLong()
        || !value.isIntegralNumber()
        || value.longValue() < least
        || value.longValue() > most) {
      throw invalid(
          at("", name), "range", "It is a whole number from %d to %d.".formatted(least, most));
    }
    return value.longValue();
  }

  private static String at(String pointer, String name) {
    return pointer + "/" + JsonPointers.escape(name);
  }

  private static RuntimeException invalid(String pointer, String rule, String message) {
    return Failure.invalid("registry.search.invalid", pointer, rule, message).exception();
  }

  /** One reading of the filters, as nested as the entity. */
  private record Reading(PublishedType type, Caller caller) {

    Filter filters(JsonNode filters) {
      if (filters.isMissingNode() || filters.isNull()) {
        return null;
      }
      if (!filters.isObject()) {
        throw invalid("/filters", "type", "Filters are a JSON object.");
      }
      List<Filter> all = new ArrayList<>();
      for (Map.Entry<String, JsonNode> member : filters.properties()) {
        String pointer = at("/filters", member.getKey());
        SystemField system = SystemField.named(member.getKey()).orElse(null);
        if (system != null) {
          all.add(ofSystemField(system, member.getValue(), pointer));
        } else {
          all.add(ofProperty(List.of(member.getKey()), member.getValue(), pointer));
        }
      }
      return all.isEmpty() ? null : new Filter.All(all);
    }

    private Filter ofSystemField(SystemField field, JsonNode value, String pointer) {
      if (field == SystemField.OWNER && !caller.admin()) {
        throw notAllowed(pointer);
      }
      List<Filter> all = new ArrayList<>();
      for (Map.Entry<String, JsonNode> member : value.properties()) {
        String at = at(pointer, member.getKey());
        Operator operator = operator(member.getKey(), at);
        List<JsonNode> values = values(operator, member.getValue(), at);
        if (operator != Operator.EXISTS) {
          values.forEach(operand -> requireText(operand, at));
        }
        all.add(new Filter.OfSystemField(field, operator, values));
      }
      return nonEmpty(all, pointer);
    }

    private Filter ofProperty(List<String> path, JsonNode value, String pointer) {
      DefinitionFields.Field field = type.fields().find(path);
      if (field == null) {
        throw unknown(path, pointer);
      }
      FieldPath fieldPath = new FieldPath(path);
      if (!caller.admin() && type.hidden().hide(fieldPath, caller) && !leadsOn(path, value)) {
        throw notAllowed(pointer);
      }
      if (!value.isObject()) {
        throw invalid(pointer, "operator", "Give an operator, such as {\"eq\": …}.");
      }
      List<Filter> all = new ArrayList<>();
      for (Map.Entry<String, JsonNode> member : value.properties()) {
        all.add(ofMember(path, field, member, at(pointer, member.getKey())));
      }
      return nonEmpty(all, pointer);
    }

    private Filter ofMember(
        List<String> path,
        DefinitionFields.Field field,
        Map.Entry<String, JsonNode> member,
        String pointer) {
      if (isNested(path, member.getKey())) {
        List<String> deeper = new ArrayList<>(path);
        deeper.add(member.getKey());
        return ofProperty(deeper, member.getValue(), pointer);
      }
      Operator operator = operator(member.getKey(), pointer);
      return new Filter.OfProperty(
          new FieldPath(path),
          field.repeated(),
          operator,
          values(operator, member.getValue(), pointer));
    }

    /** Whether the value filters members below this property alone. */
    private boolean leadsOn(List<String> path, JsonNode value) {
      return value.isObject()
          && !value.isEmpty()
          && value.properties().stream().allMatch(m -> isNested(path, m.getKey()));
    }

    private boolean isNested(List<String> path, String name) {
      Set<String> declared = type.fields().namesAt(path);
      return declared.contains(name) || Operator.named(name).isEmpty() && !declared.isEmpty();
    }

    private Operator operator(String name, String pointer) {
      return Operator.named(name)
          .orElseThrow(
              () ->
                  invalid(
                      pointer,
                      "operator",
                      "There is no such operator; there are %s.".formatted(Operator.all())));
    }

    private RuntimeException unknown(List<String> path, String pointer) {
      Set<String> known = new TreeSet<>(type.fields().namesAt(path.subList(0, path.size() - 1)));
      return invalid(pointer, "unknown", "The type has no such field; it has %s.".formatted(known));
    }

    private static Filter nonEmpty(List<Filter> all, String pointer) {
      if (all.isEmpty()) {
        throw invalid(pointer, "operator", "Give an operator, such as {\"eq\": …}.");
      }
      return all.size() == 1 ? all.get(0) : new Filter.All(all);
    }

    private static List<JsonNode> values(Operator operator, JsonNode operand, String pointer) {
      if (!operator.takesSeveral()) {
        return List.of(operand);
      }
      if (!operand.isArray() || operand.isEmpty()) {
        throw invalid(pointer, "type", "This operator takes an array of values.");
      }
      List<JsonNode> values = new ArrayList<>();
      operand.forEach(values::add);
      return values;
    }

    private static void requireText(JsonNode operand, String pointer) {
      if (!operand.isTextual()) {
        throw invalid(pointer, "type", "This field compares with a string.");
      }
    }

    private static RuntimeException notAllowed(String pointer) {
      return Failure.invalid(
              "registry.search.field-not-allowed", pointer, "hidden", "field not allowed")
          .exception();
    }
  }
}
