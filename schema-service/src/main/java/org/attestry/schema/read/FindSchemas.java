package org.attestry.schema.read;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.schema.SchemaOperations.ListSchemasRequest;
import org.attestry.contracts.schema.SchemaOperations.ReadSchemaRequest;
import org.attestry.contracts.schema.SchemaOperations.SchemasView;
import org.attestry.contracts.schema.SchemaOperations.SearchSchemasRequest;
import org.attestry.contracts.schema.SchemaStatus;
import org.attestry.contracts.schema.SchemaView;
import org.attestry.schema.stored.PgSchemaStore;
import org.attestry.schema.stored.Schema;
import org.attestry.schema.stored.SchemaAccess;
import org.attestry.schema.stored.SchemaFailures;
import org.attestry.schema.stored.SchemaFilter;
import org.attestry.schema.stored.SchemaFilter.Condition;
import org.attestry.schema.stored.SchemaFilter.Field;
import org.attestry.schema.stored.SchemaFilter.Operator;

/** Reads, lists and searches the schemas that the caller may see; drafts only for admins. */
public record FindSchemas(PgSchemaStore store) {

  public Future<SchemaView> readSchema(ReadSchemaRequest request, CallContext context) {
    SchemaAccess.requireToken(context);
    return store
        .find(SchemaFailures.id(request.id()))
        .map(
            found ->
                found
                    .filter(schema -> context.caller().admin() || !schema.isDraft())
                    .map(Schema::view)
                    .orElseThrow(SchemaFailures::unknown));
  }

  public Future<SchemasView> listSchemas(ListSchemasRequest request, CallContext context) {
    SchemaAccess.requireToken(context);
    int limit = request.limit() == 0 ? SchemaQueries.MOST : request.limit();
    boolean drafts = context.caller().admin();
    return search(new SchemaFilter(drafts, inState(request.status()), limit, request.offset()));
  }

  public Future<SchemasView> searchSchemas(SearchSchemasRequest request, CallContext context) {
    SchemaAccess.requireToken(context);
    return search(SchemaQueries.read(request.query(), context.caller().admin()));
  }

  private static List<Condition> inState(SchemaStatus status) {
    return status == null
        ? List.of()
        : List.of(new Condition(Field.STATUS, Operator.EQ, List.of(status.name())));
  }

  private Future<SchemasView> search(SchemaFilter filter) {
    return store
        .search(filter)
        .map(
            page ->
                new SchemasView(page.schemas().stream().map(Schema::view).toList(), page.total()));
  }
}
