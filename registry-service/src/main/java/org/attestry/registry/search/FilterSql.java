package org.attestry.registry.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.attestry.contracts.FieldPath;
import org.attestry.registry.index.SearchIndexes;
import org.attestry.registry.index.TypeIndexes;
import org.attestry.registry.query.Comparison;
import org.attestry.registry.query.Filter;
import org.attestry.registry.query.Operand;
import org.attestry.registry.query.PolicyRecords;
import org.attestry.registry.query.RecordField;
import org.attestry.registry.query.SystemField;
import org.attestry.registry.query.Target;
import org.attestry.registry.sql.OrderedSql;
import org.attestry.registry.sql.Parameters;
import org.attestry.registry.sql.RecordSql;
import org.attestry.registry.sql.SystemSql;
import org.attestry.registry.sql.TextSql;
import org.attestry.registry.sql.ValueSql;
import org.attestry.runtime.json.Json;

/**
 * Translates a filter into an SQL condition. Values and names are parameters; only the paths of
 * indexed fields are part of the SQL text, because otherwise their index would not be used.
 */
final class FilterSql {

  /**
   * The number of values above which it does not pay to look up each one in the index of an array.
   */
  private static final int MOST_ITEMS = 50;

  private final TypeIndexes indexes;
  private final Parameters parameters;
  private int items;

  FilterSql(TypeIndexes indexes, Parameters parameters) {
    this.indexes = indexes;
    this.parameters = parameters;
  }

  /** Returns the condition on the entity. */
  String condition(Filter filter) {
    return condition(filter, Scope.ENTITY);
  }

  /**
   * The JSON value to which paths are relative.
   *
   * @param base a jsonb expression
   * @param records the records of a policy to which the value belongs, or null
   */
  private record Scope(String base, PolicyRecords records) {
    static final Scope ENTITY = new Scope("body");

    Scope(String base) {
      this(base, null);
    }

    boolean entity() {
      return this == ENTITY;
    }
  }

  private String condition(Filter filter, Scope scope) {
    return switch (filter) {
      case Filter.All all -> joined(all.filters(), " AND ", scope);
      case Filter.Either either -> joined(either.filters(), " OR ", scope);
      case Filter.Not not -> "(%s) IS NOT TRUE".formatted(condition(not.filter(), scope));
      case Filter.AnyItem any -> anyItem(any, scope);
      case Filter.AnyRecord any -> anyRecord(any);
      case Filter.Compare compare -> compare(compare, scope);
    };
  }

  private String joined(List<Filter> filters, String by, Scope scope) {
    return filters.stream().map(f -> condition(f, scope)).collect(Collectors.joining(by, "(", ")"));
  }

  private String anyRecord(Filter.AnyRecord any) {
    String item = nextItem();
    Scope record = new Scope(item + ".v", any.records());
    return states(any)
        + "EXISTS (SELECT FROM jsonb_array_elements(attestations) AS %s(v) WHERE %s AND %s)"
            .formatted(
                item,
                new RecordSql(any.records(), record.base(), parameters).isShown(),
                condition(any.filter(), record));
  }

  /**
   * Returns conditions on the states that an index has, which are necessary for a match, each
   * followed by AND.
   */
  private String states(Filter.AnyRecord any) {
    String states = RecordSql.states(any.records().policy());
    return parts(any.filter()).stream()
        .filter(
            part ->
                part.target() instanceof Target.Record(RecordField field)
                    && field == RecordField.STATE)
        .filter(FilterSql::isEquality)
        .map(
            part ->
                Operand.texts(part.operands()).stream()
                    .map(state -> "%s @> %s".formatted(states, parameters.json(array(state))))
                    .collect(Collectors.joining(" OR ", "(", ") AND ")))
        .collect(Collectors.joining());
  }

  private static List<Filter.Compare> parts(Filter filter) {
    return switch (filter) {
      case Filter.All all -> all.filters().stream().flatMap(one -> parts(one).stream()).toList();
      case Filter.Compare compare -> List.of(compare);
      case Filter.Either _, Filter.Not _, Filter.AnyItem _, Filter.AnyRecord _ -> List.of();
    };
  }

  private static boolean isEquality(Filter.Compare compare) {
    return compare.comparison() == Comparison.EQUAL
        && !compare.ignoreCase()
        && !compare.operands().isEmpty()
        && compare.operands().stream().allMatch(Operand.Text.class::isInstance);
  }

  private static String array(String state) {
    return Json.write(Json.array().add(state)).text();
  }

  private String nextItem() {
    items++;
    return "item_" + items;
  }

  private String anyItem(Filter.AnyItem any, Scope scope) {
    String item = nextItem();
    String array = value(any.array(), scope).json();
    String found =
        "EXISTS (SELECT FROM jsonb_path_query(%s, 'lax $%s') AS %s(v) WHERE %s)"
            .formatted(
                array,
                "[*]".repeat(any.depth()),
                item,
                condition(any.filter(), new Scope(item + ".v")));
    List<String> contained =
        scope.entity() && any.depth() == 1 ? contained(any.filter(), array) : List.of();
    if (contained.isEmpty()) {
      return found;
    }
    String necessary = String.join(" AND ", contained);
    return indexes.searches().ofItems(any.array())
        ? "(%s AND %s)".formatted(necessary, found)
        : testedFirst(necessary, found);
  }

  /**
   * Returns the exact condition, preceded by a cheaper one that every match fulfils. Each
   * extraction of a value decompresses a large entity again.
   */
  private static String testedFirst(String necessary, String exact) {
    return "(%s AND %s)".formatted(ValueSql.expectedToHold(necessary), exact);
  }

  /** Returns conditions on the array that are necessary for one of its items to match. */
  private List<String> contained(Filter filter, String array) {
    return switch (filter) {
      case Filter.All all ->
          all.filters().stream().flatMap(part -> contained(part, array).stream()).toList();
      case Filter.Compare(
              Target.Property(FieldPath path),
              Comparison comparison,
              boolean ignoreCase,
              List<Operand> operands)
          when comparison == Comparison.EQUAL && !ignoreCase && operands.size() <= MOST_ITEMS ->
          List.of(
              operands.stream()
                  .map(o -> "%s @> %s".formatted(array, parameters.json(holding(path, o))))
                  .collect(Collectors.joining(" OR ", "(", ")")));
      case Filter.Compare _, Filter.Either _, Filter.Not _, Filter.AnyItem _, Filter.AnyRecord _ ->
          List.of();
    };
  }

  /** Returns the JSON of an array with an item that has the value at the path. */
  private static String holding(FieldPath path, Operand operand) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    JsonNode held = json(operand);
    for (int i = path.segments().size() - 1; i >= 0; i--) {
      ObjectNode object = nodes.objectNode();
      object.set(path.segments().get(i), held);
      held = object;
    }
    return Json.write(path.segments().isEmpty() ? held : nodes.arrayNode().add(held)).text();
  }

  private static JsonNode json(Operand operand) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    return switch (operand) {
      case Operand.Text(String text) -> nodes.textNode(text);
      case Operand.Number number -> nodes.numberNode(number.value());
      case Operand.Truth truth -> nodes.booleanNode(truth.value());
      case Operand.Null _, Operand.Time _, Operand.Id _ -> nodes.nullNode();
    };
  }

  private String compare(Filter.Compare compare, Scope scope) {
    return switch (compare.target()) {
      case Target.Property(FieldPath path) -> ofProperty(compare, path, scope);
      case Target.Record(RecordField field) ->
          new RecordSql(scope.records(), scope.base(), parameters).condition(compare, field);
      case Target.System(SystemField field) -> new SystemSql(parameters).condition(compare, field);
      case Target.State state -> ofState(compare, new SystemSql(parameters).state(state));
    };
  }

  /**
   * Returns the condition on a state. A state is a text, so operands of other kinds equal no state.
   */
  private String ofState(Filter.Compare compare, String state) {
    boolean exists = compare.comparison() == Comparison.EXISTS;
    return exists || !Operand.texts(compare.operands()).isEmpty()
        ? new TextSql(compare, Operand.texts(compare.operands()), parameters).of(state)
        : "false";
  }

  /**
   * Returns a field of the entity. Its path is part of the SQL text if the field has an index, and
   * otherwise a parameter.
   */
  static ValueSql value(FieldPath path, TypeIndexes indexes, Parameters parameters) {
    boolean indexed = indexes.ofValues(path) || indexes.searches().ofItems(path);
    ValueSql value =
        ValueSql.at(
            Scope.ENTITY.base(),
            indexed ? TypeIndexes.constant(path) : parameters.texts(path.segments()));
    return indexes.searches().ofValues(path) ? value.ofLiving() : value;
  }

  private ValueSql value(FieldPath path, Scope scope) {
    if (path.segments().isEmpty()) {
      return ValueSql.of(scope.base());
    }
    return scope.entity()
        ? value(path, indexes, parameters)
        : ValueSql.at(scope.base(), parameters.texts(path.segments()));
  }

  private String ofProperty(Filter.Compare compare, FieldPath path, Scope scope) {
    ValueSql value = value(path, scope);
    if (compare.comparison() == Comparison.EXISTS) {
      return value.json() + " IS NOT NULL";
    }
    boolean unique = scope.entity() && indexes.isUnique(path);
    if (unique && compare.comparison() == Comparison.EQUAL && !compare.ignoreCase()) {
      return ofUnique(compare, value);
    }
    boolean scanned = scope.entity() && !indexes.ofValues(path);
    List<String> any = new ArrayList<>();
    if (!Operand.texts(compare.operands()).isEmpty()) {
      any.add(ofTexts(compare, path, value, scope));
    }
    List<Operand.Number> numbers = Operand.of(compare.operands(), Operand.Number.class);
    if (!numbers.isEmpty()) {
      String exact = ofNumbers(compare, value.number(), numbers);
      any.add(scanned ? testedFirst(ofJsonNumbers(compare, value.json(), numbers), exact) : exact);
    }
    Operand.of(compare.operands(), Operand.Truth.class)
        .forEach(truth -> any.add(value.truth() + " = " + parameters.truth(truth.value())));
    if (!Operand.of(compare.operands(), Operand.Null.class).isEmpty()) {
      any.add(value.json() + " = 'null'::jsonb");
    }
    return any.size() == 1 ? any.get(0) : "(" + String.join(" OR ", any) + ")";
  }

  private String ofTexts(Filter.Compare compare, FieldPath path, ValueSql value, Scope scope) {
    TextSql texts = new TextSql(compare, Operand.texts(compare.operands()), parameters);
    if (!scope.entity()) {
      return texts.of(value.text());
    }
    SearchIndexes searches = indexes.searches();
    boolean byValue = TextSql.isByValue(compare);
    if (TextSql.isByPart(compare) && searches.ofTexts(path)) {
      return texts.ofTrigrams(value);
    }
    return byValue && indexes.ofValues(path)
        ? texts.of(value.text())
        : testedFirst(texts.of(ValueSql.collated(value.raw())), texts.of(value.text()));
  }

  private String ofUnique(Filter.Compare compare, ValueSql value) {
    List<String> given =
        compare.operands().stream()
            .filter(operand -> !(operand instanceof Operand.Null))
            .map(operand -> Json.write(json(operand)).text())
            .toList();
    String right =
        given.size() == 1
            ? parameters.json(given.get(0))
            : "ANY (%s::jsonb[])".formatted(parameters.texts(given));
    String equal = "(%1$s = %2$s AND %1$s <> 'null'::jsonb)".formatted(value.json(), right);
    return given.size() == compare.operands().size()
        ? equal
        : "(%s OR %s = 'null'::jsonb)".formatted(equal, value.json());
  }

  private String ofNumbers(Filter.Compare compare, String number, List<Operand.Number> operands) {
    if (compare.comparison() == Comparison.EQUAL && operands.size() > 1) {
      String numbers = parameters.numbers(operands.stream().map(Operand.Number::value).toList());
      return "%s = ANY (%s)".formatted(number, numbers);
    }
    List<String> right = operands.stream().map(o -> parameters.number(o.value())).toList();
    return OrderedSql.condition(compare.comparison(), number, right);
  }

  /**
   * Returns a necessary condition on numbers. As jsonb, numbers compare as they do as numeric, but
   * values of other types may match, too.
   */
  private String ofJsonNumbers(Filter.Compare compare, String json, List<Operand.Number> operands) {
    List<String> given = operands.stream().map(operand -> operand.value().toString()).toList();
    return compare.comparison() == Comparison.EQUAL
        ? "%s = ANY (%s::jsonb[])".formatted(json, parameters.texts(given))
        : OrderedSql.condition(
            compare.comparison(), json, given.stream().map(parameters::json).toList());
  }
}
