package org.attestry.registry.claim;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import org.attestry.condition.CallerRecords;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.AttestationOperations.FindCallerRecordsRequest;
import org.attestry.contracts.registry.EntitiesView;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.memory.EntityMemory;
import org.attestry.registry.query.EntityQuery;
import org.attestry.registry.search.PgEntityScan;
import org.attestry.registry.stored.EntityViews;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.Projection;

/**
 * Finds the caller's own records of a type in full view, page by page, for an attestation
 * condition.
 */
public record FindCallerRecords(TypeCatalogue types, PgEntityScan scan, CallerRecords records) {

  private static final int PAGE = 500;
  private static final UUID LAST = new UUID(-1, -1);

  public Future<EntitiesView> handle(FindCallerRecordsRequest request, CallContext context) {
    return types.require(request.type()).compose(type -> records(type, request, context));
  }

  /**
   * Returns all of the caller's records; an empty list for an unknown type.
   *
   * @return fails with UNPROCESSABLE if there are more records than an attestor may own
   */
  Future<List<JsonNode>> all(String type, List<FieldPath> fields, CallContext context) {
    return records.all(
        new FindCallerRecordsRequest(type, fields, null),
        context,
        request -> types.find(request.type()).compose(found -> records(found, request, context)));
  }

  private static UUID position(String cursor) {
    try {
      return cursor == null ? null : UUID.fromString(cursor);
    } catch (IllegalArgumentException noneOfOurs) {
      throw FailureException.invalid(
          "registry.caller.page", "/after", "cursor", "There is no such page.");
    }
  }

  private Future<EntitiesView> records(
      PublishedType type, FindCallerRecordsRequest request, CallContext context) {
    if (type == null || !context.caller().known()) {
      return Future.succeededFuture(new EntitiesView(null, null, List.of(), null, null));
    }
    return EntityMemory.callerRecords(context, part -> page(type, request, part));
  }

  private Future<EntitiesView> page(
      PublishedType type, FindCallerRecordsRequest request, CallContext context) {
    EntityQuery owned = EntityQuery.ownedBy(context.caller().userId(), PAGE, context.deadline());
    return scan.found(type, owned, position(request.after()), LAST)
        .compose(
            page ->
                scan.memory()
                    .work(
                        context.deadline(), () -> view(type, page, projection(request.fields()))));
  }

  private static EntitiesView view(
      PublishedType type, PgEntityScan.Page page, Projection projection) {
    List<JsonBytes> data =
        page.entities().stream()
            .map(entity -> EntityViews.full(type, entity))
            .map(record -> Json.write(projection == null ? record : projection.of(record)))
            .toList();
    String next = page.more() ? page.entities().getLast().osid() : null;
    return new EntitiesView(null, null, data, next, null);
  }

  /**
   * Returns the projection to these fields, or null for all fields; a path that consists only of
   * wildcards selects everything.
   */
  private static Projection projection(List<FieldPath> fields) {
    boolean everything =
        fields == null
            || fields.stream().anyMatch(f -> f.segments().stream().allMatch(FieldPath.ANY::equals));
    return everything ? null : new Projection(fields);
  }
}
