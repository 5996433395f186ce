package org.attestry.credential.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlResult;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.credential.domain.ContextStore;
import org.attestry.credential.domain.GeneratedContext;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.postgres.Database;

/**
 * Generated contexts in PostgreSQL, and uploaded ones for reading.
 *
 * @param most how many contexts there may be
 */
public record PgContextStore(Database database, int most) implements ContextStore {

  private static final String INSERT =
      """
      INSERT INTO generated_context (digest, address, document)
      SELECT $1, $2, $3
      WHERE (SELECT count(*) FROM generated_context) < $4
      ON CONFLICT DO NOTHING
      """;

  private static final String EXISTS =
      "SELECT EXISTS (SELECT FROM generated_context WHERE digest = $1)";

  private static final String FIND =
      "SELECT digest, address, document FROM generated_context WHERE digest = $1";

  private static final String FIND_ALL =
      """
      SELECT address, document FROM generated_context WHERE address = ANY ($1)
      UNION ALL
      SELECT address, document FROM uploaded_context WHERE address = ANY ($1)
      """;

  @Override
  public Future<Void> insert(GeneratedContext context) {
    return contains(context)
        .compose(there -> there ? Future.succeededFuture(true) : add(context))
        .compose(there -> there ? Future.succeededFuture() : Future.failedFuture(tooMany()));
  }

  /** Whether it is there now, be it added by another. */
  private Future<Boolean> add(GeneratedContext context) {
    Tuple values =
        Tuple.of(context.digest(), context.address(), Json.write(context.document()).text(), most);
    return database
        .writes(INSERT)
        .execute(values)
        .compose(
            inserted -> inserted.rowCount() > 0 ? Future.succeededFuture(true) : contains(context));
  }

  @Override
  public Future<Boolean> contains(GeneratedContext context) {
    return database
        .shortReads(EXISTS)
        .execute(Tuple.of(context.digest()))
        .map(rows -> rows.iterator().next().getBoolean(0));
  }

  private FailureException tooMany() {
    return FailureException.of(
        FailureKind.CONFLICT,
        "credential.context.too-many",
        "There are %d generated contexts already: define the terms in the template's contexts,"
                .formatted(most)
            + " or have CONTEXT_MOST raised.");
  }

  @Override
  public Future<Optional<GeneratedContext>> find(String digest) {
    return database
        .shortReads(FIND)
        .execute(Tuple.of(digest))
        .map(rows -> rows.stream().findFirst().map(PgContextStore::context));
  }

  @Override
  public Future<Map<String, JsonNode>> findAll(Collection<String> addresses) {
    return database
        .shortReads(FIND_ALL)
        .collecting(
            Collectors.<Row, String, JsonNode>toMap(
                row -> row.getString("address"), row -> Json.read(row.getString("document"))))
        .execute(Tuple.of(addresses.toArray(String[]::new)))
        .map(SqlResult::value);
  }

  private static GeneratedContext context(Row row) {
    return new GeneratedContext(
        row.getString("digest"),
        row.getString("address"),
        (ObjectNode) Json.read(row.getString("document")));
  }
}
