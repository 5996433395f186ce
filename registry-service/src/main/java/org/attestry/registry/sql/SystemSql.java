package org.attestry.registry.sql;

import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.attestry.registry.query.Comparison;
import org.attestry.registry.query.Filter;
import org.attestry.registry.query.Operand;
import org.attestry.registry.query.SystemField;
import org.attestry.registry.query.Target;

/**
 * System fields in SQL. Times are compared in milliseconds, as they appear in the JSON of an
 * entity.
 */
public record SystemSql(Parameters parameters) {

  private static final long LATEST_MILLIS = (1L << 48) - 1;

  /**
   * Returns the state of an attestable property as text, as it appears in the JSON of an entity:
   * PUBLISHED also during a renewal; NULL without the property, and instead of DRAFT beside a
   * record of a policy that attests it.
   */
  public String state(Target.State state) {
    String name = parameters.text(state.property());
    String ofProperty =
        """
        (SELECT CASE WHEN jsonb_exists(a.v, 'renews') THEN 'PUBLISHED' ELSE a.v ->> 'state' END \
        FROM jsonb_array_elements(attestations) WITH ORDINALITY AS a(v, n) \
        WHERE a.v ->> 'property' = %s ORDER BY a.n DESC LIMIT 1)\
        """
            .formatted(name);
    String withoutRecords =
        "CASE WHEN NOT EXISTS (SELECT FROM jsonb_array_elements(attestations) AS r(v) WHERE %s)"
                .formatted(RecordSql.isShown("r.v", state.policies(), state.withheld(), parameters))
            + " THEN 'DRAFT' END";
    return ValueSql.collated(
        "CASE WHEN jsonb_exists(body, %s) THEN COALESCE(NULLIF(%s, 'DRAFT'), %s) END"
            .formatted(name, ofProperty, withoutRecords));
  }

  /** Returns the expression by which a field is compared. */
  public static String column(SystemField field) {
    return switch (field) {
      case OSID -> "id";
      case OWNER -> "owners";
      case CREATED_AT -> "created_at";
      case UPDATED_AT -> "date_trunc('milliseconds', updated_at)";
      case CREATED_BY -> ValueSql.collated("created_by");
      case UPDATED_BY -> ValueSql.collated("updated_by");
    };
  }

  public String condition(Filter.Compare compare, SystemField field) {
    if (field == SystemField.OWNER) {
      return ofOwner(compare);
    }
    String condition = condition(compare, column(field), field.type());
    boolean times =
        !compare.operands().isEmpty()
            && compare.operands().stream().noneMatch(Operand.Null.class::isInstance);
    return field == SystemField.CREATED_AT && times
        ? "(%s AND %s)".formatted(condition, ids(compare.comparison(), compare.operands()))
        : condition;
  }

  /**
   * Returns the comparison of a value that may be missing; a missing one equals null.
   *
   * @param value an expression that has the collation of texts, if it is one
   */
  public String condition(Filter.Compare compare, String value, SystemField.Type type) {
    if (compare.comparison() == Comparison.EXISTS) {
      return value + " IS NOT NULL";
    }
    List<String> any = new ArrayList<>();
    List<Operand> operands =
        compare.operands().stream().filter(o -> !(o instanceof Operand.Null)).toList();
    if (operands.size() < compare.operands().size()) {
      any.add(value + " IS NULL");
    }
    if (!operands.isEmpty() && type == SystemField.Type.TEXT) {
      any.add(new TextSql(compare, Operand.texts(operands), parameters).of(value));
    } else if (!operands.isEmpty()) {
      List<String> bound = operands.stream().map(this::bound).toList();
      any.add(OrderedSql.condition(compare.comparison(), value, bound));
    }
    return "(" + String.join(" OR ", any) + ")";
  }

  /**
   * Returns the condition on ids that follows from creation times. An osid begins with the
   * millisecond of creation (UUIDv7), and ids have an index.
   */
  private String ids(Comparison comparison, List<Operand> times) {
    List<OffsetDateTime> sorted =
        times.stream().map(time -> ((Operand.Time) time).value()).sorted().toList();
    return switch (comparison) {
      case GREATER, GREATER_OR_EQUAL -> from(sorted.getFirst());
      case LESS, LESS_OR_EQUAL -> to(sorted.getLast());
      case EQUAL, BETWEEN -> from(sorted.getFirst()) + " AND " + to(sorted.getLast());
      case CONTAINS, STARTS_WITH, ENDS_WITH, EXISTS ->
          throw new IllegalStateException("a time is compared as a whole");
    };
  }

  private String from(OffsetDateTime time) {
    return "id >= " + parameters.id(id(time, 0, 0));
  }

  private String to(OffsetDateTime time) {
    return "id <= " + parameters.id(id(time, 0xFFFF, -1));
  }

  private static UUID id(OffsetDateTime time, long rest, long low) {
    long millis = Math.clamp(time.toInstant().toEpochMilli(), 0, LATEST_MILLIS);
    return new UUID(millis << 16 | rest, low);
  }

  private String ofOwner(Filter.Compare compare) {
    return switch (compare.comparison()) {
      case EQUAL -> "owners && " + parameters.texts(Operand.texts(compare.operands()));
      case EXISTS -> "owners <> '{}'";
      case GREATER,
          GREATER_OR_EQUAL,
          LESS,
          LESS_OR_EQUAL,
          BETWEEN,
          CONTAINS,
          STARTS_WITH,
          ENDS_WITH ->
          throw new IllegalStateException("owners are compared as a whole");
    };
  }

  private String bound(Operand operand) {
    return switch (operand) {
      case Operand.Id(UUID id) -> parameters.id(id);
      case Operand.Time(OffsetDateTime time) -> parameters.time(time);
      case Operand.Text _, Operand.Number _, Operand.Truth _, Operand.Null _ ->
          throw new IllegalStateException("neither an id nor a time");
    };
  }
}
