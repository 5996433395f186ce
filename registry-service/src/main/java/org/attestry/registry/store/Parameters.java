package org.attestry.registry.store;

import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;

/** The parameters of one statement. Each method adds a value and returns its placeholder. */
final class Parameters {

  private final Tuple tuple = Tuple.tuple();

  Tuple tuple() {
    return tuple;
  }

  String text(String value) {
    tuple.addString(value);
    return last() + "::text";
  }

  String texts(List<String> values) {
    tuple.addArrayOfString(values.toArray(String[]::new));
    return last() + "::text[]";
  }

  String number(BigDecimal value) {
    return text(value.toString()) + "::numeric";
  }

  String numbers(List<BigDecimal> values) {
    return texts(values.stream().map(BigDecimal::toString).toList()) + "::numeric[]";
  }

  String truth(boolean value) {
    tuple.addBoolean(value);
    return last() + "::boolean";
  }

  String json(String value) {
    return text(value) + "::jsonb";
  }

  String id(UUID value) {
    tuple.addUUID(value);
    return last() + "::uuid";
  }

  String time(OffsetDateTime value) {
    tuple.addOffsetDateTime(value);
    return last() + "::timestamptz";
  }

  String count(long value) {
    tuple.addLong(value);
    return last() + "::bigint";
  }

  private String last() {
    return "$" + tuple.size();
  }
}
