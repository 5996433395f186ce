package org.attestry.registry.sql;

import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;

/** The parameters of one statement. Each method adds a value and returns its placeholder. */
public final class Parameters {

  private final Tuple tuple = Tuple.tuple();

  public Tuple tuple() {
    return tuple;
  }

  public String text(String value) {
    tuple.addString(value);
    return last() + "::text";
  }

  public String texts(List<String> values) {
    tuple.addArrayOfString(values.toArray(String[]::new));
    return last() + "::text[]";
  }

  public String number(BigDecimal value) {
    return text(value.toString()) + "::numeric";
  }

  public String numbers(List<BigDecimal> values) {
    return texts(values.stream().map(BigDecimal::toString).toList()) + "::numeric[]";
  }

  public String truth(boolean value) {
    tuple.addBoolean(value);
    return last() + "::boolean";
  }

  public String json(String value) {
    return text(value) + "::jsonb";
  }

  public String id(UUID value) {
    tuple.addUUID(value);
    return last() + "::uuid";
  }

  public String time(OffsetDateTime value) {
    tuple.addOffsetDateTime(value);
    return last() + "::timestamptz";
  }

  public String count(long value) {
    tuple.addLong(value);
    return last() + "::bigint";
  }

  private String last() {
    return "$" + tuple.size();
  }
}
