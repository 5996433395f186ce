package org.attestry.credential.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.attestry.credential.domain.ContextStore;
import org.attestry.credential.domain.GeneratedContext;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.postgres.Database;

/** Generated contexts in PostgreSQL. */
public final class PgContextStore implements ContextStore {

  private static final String INSERT =
      """
      INSERT INTO generated_context (digest, address, document) VALUES ($1, $2, $3)
      ON CONFLICT DO NOTHING
      """;

  private static final String FIND =
      "SELECT digest, address, document FROM generated_context WHERE digest = $1";

  private static final String FIND_ALL =
      "SELECT address, document FROM generated_context WHERE address = ANY($1)";

  private static final String PIN =
      """
      INSERT INTO pinned_context (proof_hash, context_digest) VALUES ($1, $2)
      ON CONFLICT DO NOTHING
      """;

  private final Database database;

  public PgContextStore(Database database) {
    this.database = database;
  }

  @Override
  public Future<Void> insert(GeneratedContext context) {
    return insert(database.statements(), context);
  }

  /** Stores a context in the caller's transaction. */
  static Future<Void> insert(SqlClient client, GeneratedContext context) {
    Tuple values =
        Tuple.of(context.digest(), context.address(), Json.write(context.document()).text());
    return client.preparedQuery(INSERT).execute(values).mapEmpty();
  }

  @Override
  public Future<Optional<GeneratedContext>> find(String digest) {
    return database
        .statement(FIND)
        .execute(Tuple.of(digest))
        .map(rows -> rows.stream().findFirst().map(PgContextStore::context));
  }

  @Override
  public Future<Map<String, JsonNode>> findAll(Collection<String> addresses) {
    return database
        .statement(FIND_ALL)
        .execute(Tuple.of(addresses.toArray(String[]::new)))
        .map(
            rows -> {
              Map<String, JsonNode> found = new HashMap<>();
              rows.forEach(
                  row -> found.put(row.getString("address"), Json.read(row.getString("document"))));
              return found;
            });
  }

  @Override
  public Future<Void> pin(String proofHash, String contextDigest) {
    return database.statement(PIN).execute(Tuple.of(proofHash, contextDigest)).mapEmpty();
  }

  private static GeneratedContext context(Row row) {
    return new GeneratedContext(
        row.getString("digest"),
        row.getString("address"),
        (ObjectNode) Json.read(row.getString("document")));
  }
}
