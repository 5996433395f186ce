package org.attestry.registry.rows;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.BulkOperations.ExportEntitiesRequest;
import org.attestry.contracts.registry.BulkOperations.ExportedEntities;
import org.attestry.registry.access.AccessRules;
import org.attestry.registry.access.SearchScope;
import org.attestry.registry.access.View;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.claim.CurrentAttestors;
import org.attestry.registry.document.Columns;
import org.attestry.registry.document.Columns.Column;
import org.attestry.registry.document.Columns.Form;
import org.attestry.registry.document.HiddenFields;
import org.attestry.registry.document.NestedOsids;
import org.attestry.registry.document.SystemFields;
import org.attestry.registry.query.EntityQuery;
import org.attestry.registry.query.SearchQueries;
import org.attestry.registry.search.PgEntityScan;
import org.attestry.registry.stored.EntityViews;
import org.attestry.registry.stored.PgEntityStore;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.json.Json;

/**
 * Exports all entities that a search finds, page by page, in the caller's view.
 *
 * @param workers the threads that serialise entities
 * @param maximumLimit the maximum number of entities in one reply
 */
public record ExportEntities(
    TypeCatalogue types,
    PgEntityStore store,
    PgEntityScan scan,
    SearchQueries queries,
    CurrentAttestors attestors,
    Workers workers,
    int maximumLimit) {

  public Future<ExportedEntities> handle(ExportEntitiesRequest request, CallContext context) {
    return types
        .require(request.type())
        .compose(
            type ->
                attestors
                    .current(type, context.caller())
                    .map(caller -> AccessRules.search(type.config(), caller))
                    .compose(scope -> export(type, request, scope, context)));
  }

  private Future<ExportedEntities> export(
      PublishedType type, ExportEntitiesRequest request, SearchScope scope, CallContext context) {
    EntityQuery query = query(type, request, scope, context);
    return position(type, request, scope, context.caller())
        .compose(position -> page(type, request, query, position, context));
  }

  private EntityQuery query(
      PublishedType type, ExportEntitiesRequest request, SearchScope scope, CallContext context) {
    ObjectNode body = Json.object();
    if (request.query() != null && Json.parse(request.query()) instanceof ObjectNode sent) {
      body = sent;
    }
    for (String name : List.of("limit", "offset", "cursor", "sort", "count", "fields")) {
      if (body.has(name)) {
        throw FailureException.invalid(
            "registry.export.query",
            "/" + name,
            "unknown",
            "An export takes 'filters' alone: it has everything that they find.");
      }
    }
    body.put("limit", Math.clamp(request.limit(), 1, maximumLimit));
    return queries.read(type, context, scope, body).query();
  }

  /**
   * Returns the position of the page. A caller without a role for the type exports only their own
   * entities, and is refused if there are none.
   */
  private Future<ExportPosition> position(
      PublishedType type, ExportEntitiesRequest request, SearchScope scope, Caller caller) {
    if (request.cursor() != null) {
      return Future.succeededFuture(ExportPosition.parse(request.cursor()));
    }
    UUID until = Ids.next();
    if (!caller.known() || caller.admin()) {
      return Future.succeededFuture(new ExportPosition(null, until, caller.admin()));
    }
    return store
        .hasOwned(type, caller.userId())
        .compose(
            owns ->
                owns || scope == SearchScope.ALL
                    ? Future.succeededFuture(new ExportPosition(null, until, owns))
                    : Future.failedFuture(AccessRules.refusal(caller)));
  }

  private Future<ExportedEntities> page(
      PublishedType type,
      ExportEntitiesRequest request,
      EntityQuery query,
      ExportPosition position,
      CallContext context) {
    return scan.found(type, query, position.after(), position.until())
        .compose(
            found ->
                workers.run(
                    context.deadline(),
                    () -> written(type, request, position, found.entities(), context)));
  }

  private static ExportedEntities written(
      PublishedType type,
      ExportEntitiesRequest request,
      ExportPosition position,
      List<StoredEntity> found,
      CallContext context) {
    Caller caller = context.caller();
    Columns columns = request.columns() ? columns(type, request, position, context) : null;
    List<JsonBytes> rows = new ArrayList<>(found.size());
    for (StoredEntity entity : found) {
      ObjectNode seen = view(type, entity, request.systemFields(), caller);
      rows.add(Json.write(columns == null ? seen : columns.cells(seen)));
    }
    String next = found.isEmpty() ? null : position.moved(found.getLast().id()).toString();
    return new ExportedEntities(columns == null ? null : columns.titles(), rows, next);
  }

  private static ObjectNode view(
      PublishedType type, StoredEntity entity, boolean systemFields, Caller caller) {
    View view = caller.admin() || entity.ownedBy(caller) ? View.FULL : View.PUBLIC;
    if (systemFields) {
      return EntityViews.of(type, entity, view);
    }
    ObjectNode data = NestedOsids.without(entity.body());
    if (view == View.PUBLIC) {
      type.hidden().all().forEach(path -> HiddenFields.remove(data, path));
    }
    return data;
  }

  /**
   * Returns the columns of the export. Hidden fields have columns only if the caller sees some
   * entities in full view.
   */
  private static Columns columns(
      PublishedType type,
      ExportEntitiesRequest request,
      ExportPosition position,
      CallContext context) {
    List<FieldPath> hidden = position.full() ? List.of() : type.hidden().all();
    Columns declared =
        Columns.of(type.definition(), context.deadline())
            .filter(path -> hidden.stream().noneMatch(field -> field.covers(path)));
    if (!request.systemFields()) {
      return declared;
    }
    List<Column> ours = new ArrayList<>();
    ours.add(new Column(FieldPath.of(NestedOsids.OSID), Form.TEXT));
    ours.add(new Column(FieldPath.of(SystemFields.OWNER), Form.JSON));
    type.config()
        .systemFields()
        .forEach(name -> ours.add(new Column(FieldPath.of(name), Form.TEXT)));
    return declared.after(ours);
  }

  /**
   * The start of the next page.
   *
   * @param until the upper bound of ids: entities created after the export began are left out
   * @param full whether the caller sees some entities in full view
   */
  private record ExportPosition(UUID after, UUID until, boolean full) {

    static ExportPosition parse(String cursor) {
      try {
        String[] parts = cursor.split("\\.");
        return new ExportPosition(
            UUID.fromString(parts[0]), UUID.fromString(parts[1]), parts[2].equals("full"));
      } catch (RuntimeException e) {
        throw FailureException.invalid(
            "registry.export.page", "", "cursor", "There is no such page.");
      }
    }

    ExportPosition moved(UUID last) {
      return new ExportPosition(last, until, full);
    }

    @Override
    public String toString() {
      return after + "." + until + "." + (full ? "full" : "public");
    }
  }
}
