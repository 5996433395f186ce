package org.attestry.schema.domain;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.schema.ListSchemasRequest;
import org.attestry.contracts.schema.SchemaStatus;
import org.attestry.contracts.schema.SchemasView;
import org.attestry.schema.domain.SchemaFilter.Condition;
import org.attestry.schema.domain.SchemaFilter.Field;
import org.attestry.schema.domain.SchemaFilter.Operator;

/** Lists the schemas that the caller may see. */
public final class ListSchemas {

  private final SchemaStore store;

  public ListSchemas(SchemaStore store) {
    this.store = store;
  }

  public Future<SchemasView> handle(ListSchemasRequest request, CallContext context) {
    SchemaAccess.requireToken(context);
    int limit = request.limit() == 0 ? SchemaQueries.MOST : request.limit();
    SchemaFilter filter =
        new SchemaFilter(
            context.caller().admin(), inState(request.status()), limit, request.offset());
    return store.search(filter).map(ListSchemas::view);
  }

  private static List<Condition> inState(SchemaStatus status) {
    return status == null
        ? List.of()
        : List.of(new Condition(Field.STATUS, Operator.EQ, List.of(status.name())));
  }

  static SchemasView view(SchemaFilter.Page page) {
    return new SchemasView(page.schemas().stream().map(Schema::view).toList(), page.total());
  }
}
