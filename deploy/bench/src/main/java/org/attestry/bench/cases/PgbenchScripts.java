package org.attestry.bench.cases;

import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attestry.bench.load.BenchFailure;
import org.attestry.bench.load.BenchTypes;
import org.attestry.bench.load.Types;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Fact;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.RegistryFacts;
import org.attestry.contracts.registry.RegistryFacts.EntityCreated;
import org.attestry.registry.stored.EntitySql;
import org.attestry.runtime.outbox.Facts;
import org.attestry.runtime.outbox.Outbox;

/**
 * The SQL statements of registry-service as scripts of pgbench: exactly the same text, with an
 * expression in place of each parameter.
 */
final class PgbenchScripts {

  private static final Pattern PARAMETER = Pattern.compile("\\$(\\d+)");

  /** A colon that pgbench would read as the beginning of a variable, even within a string. */
  private static final Pattern LIKE_A_VARIABLE = Pattern.compile(":(?=[A-Za-z0-9_])");

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{(key|id)}");

  private static final int KEY_OF_CLIENT = 1_000;

  private PgbenchScripts() {}

  /** Reads a row of a filled type by its id, as readEntity does. */
  static String read(int number, int rows) {
    String find = fill(EntitySql.of(number).find(), List.of(Types.id(":i")));
    return "\\set i random(1, %d)%n%s;%n".formatted(rows, find);
  }

  /**
   * Stores a flat entity, its history and its fact, like a single createEntity request: the
   * parameters of the statement are arrays, with an item for each entity that is created at the
   * same time.
   *
   * @param run the number of the run among all runs with the same tables, which keeps ids and codes
   *     unique
   */
  static String create(int number, String type, int run) {
    String id =
        "('0199%04x-0000-7000-8000-' || lpad(to_hex(:key::bigint), 12, '0'))::uuid".formatted(run);
    String body =
        BenchTypes.flatEntity("p%d-{key}".formatted(run), "Name p%d-{key}".formatted(run));
    String owner = new UUID(run, number).toString();
    List<String> parameters =
        Stream.of(
                id,
                "1",
                text(body, id),
                text("{%s}".formatted(owner), id),
                "true",
                text("[]", id),
                "NULL",
                "NULL",
                "now()",
                text(owner, id),
                text("createEntity", id),
                text("[]", id),
                "false",
                Integer.toString(number),
                id,
                "false",
                "false",
                "NULL",
                id,
                id,
                text("attestry.registry", id),
                "(%s)::text".formatted(id),
                text(event(type, body), id))
            .map("ARRAY[%s]"::formatted)
            .toList();
    return "\\set n :n + 1%n\\set key :n * %d + :client_id%n%s;%n"
        .formatted(KEY_OF_CLIENT, fill(EntitySql.INSERT, parameters));
  }

  /** Replaces the parameters of a statement by expressions. */
  static String fill(String statement, List<String> expressions) {
    Matcher parameter = PARAMETER.matcher(statement);
    return parameter
        .replaceAll(
            found -> {
              int at = Integer.parseInt(found.group(1));
              if (at > expressions.size()) {
                throw new BenchFailure(
                    "The statement of registry-service has a parameter $%d that this benchmark"
                            .formatted(at)
                        + " does not know: add it to PgbenchScripts.");
              }
              return Matcher.quoteReplacement("(" + expressions.get(at - 1) + ")");
            })
        .strip();
  }

  /** Returns an expression for a string in which the database evaluates {key} and {id}. */
  static String text(String template, String id) {
    Matcher placeholder = PLACEHOLDER.matcher(template);
    Stream.Builder<String> parts = Stream.builder();
    int from = 0;
    while (placeholder.find()) {
      parts.add(constant(template.substring(from, placeholder.start())));
      parts.add(placeholder.group(1).equals("id") ? "(%s)::text".formatted(id) : ":key");
      from = placeholder.end();
    }
    parts.add(constant(template.substring(from)));
    return parts.build().collect(Collectors.joining(" || ", "(", ")"));
  }

  private static String constant(String text) {
    String quoted = "'" + text.replace("'", "''") + "'";
    return LIKE_A_VARIABLE.matcher(quoted).replaceAll(":' || '");
  }

  /** Returns an event as registry-service writes it for such an entity. */
  private static String event(String type, String body) {
    String view = body.replaceFirst("\\{", "{\"osid\":\"{id}\",");
    Fact fact =
        Facts.of(
            RegistryFacts.ENTITY_CREATED,
            "{id}",
            new EntityCreated(type, "{id}", 1, JsonBytes.of(view)),
            new CallContext(Caller.NOBODY, "bench", Deadline.in(Duration.ZERO), null));
    Tuple row = new Outbox("registry").bind(Tuple.tuple(), List.of(fact));
    return row.getArrayOfStrings(3)[0];
  }
}
