package org.attestry.registry.entity;

import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.EntityOperations.HistoryView;
import org.attestry.contracts.registry.EntityOperations.ReadHistoryRequest;
import org.attestry.registry.access.AccessRules;
import org.attestry.registry.access.View;
import org.attestry.registry.catalogue.TypeCatalogue;
import org.attestry.registry.document.DocumentDiff.Change;
import org.attestry.registry.document.HiddenFields;
import org.attestry.registry.query.SearchQueries;
import org.attestry.registry.stored.EntityDifferences;
import org.attestry.registry.stored.EntityIds;
import org.attestry.registry.stored.PgEntityStore;
import org.attestry.registry.stored.PgEntityStore.HistoryEntry;
import org.attestry.registry.stored.StoredEntity;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.json.Json;

/**
 * Reads the changes of an entity: their authors, times and differences. Owner and admin see all
 * values; other callers who may change the entity see no hidden fields, and not why the status of a
 * credential was changed. Only an admin may read the history of a deleted entity.
 */
public record ReadHistory(TypeCatalogue types, PgEntityStore store, SearchQueries queries) {

  public Future<HistoryView> handle(ReadHistoryRequest request, CallContext context) {
    AccessRules.requireToken(context.caller());
    queries.requirePage(request.limit(), request.offset());
    UUID id = EntityIds.parse(request.id());
    return types
        .require(request.type())
        .compose(
            type ->
                store
                    .find(type, id, context.deadline())
                    .map(found -> shown(type, found, context))
                    .compose(
                        shown ->
                            store
                                .history(id, request.limit(), request.offset(), context.deadline())
                                .map(page -> view(page, shown))));
  }

  /** Returns which changes the caller may see; all in full view. */
  private static Predicate<Change> shown(
      PublishedType type, StoredEntity found, CallContext context) {
    StoredEntity entity = EntityIds.requireFound(found);
    View view = AccessRules.viewOfChanger(type.config(), context.caller(), entity.owners());
    if (!context.caller().admin()) {
      EntityIds.requireActive(entity);
    }
    List<FieldPath> hidden = type.hidden().all();
    return view == View.FULL
        ? change -> true
        : change ->
            !EntityDifferences.isOfStatus(change)
                && hidden.stream().noneMatch(path -> isAbout(change, path));
  }

  private static HistoryView view(PgEntityStore.History page, Predicate<Change> shown) {
    return new HistoryView(
        page.total(), page.changes().stream().map(past -> entry(past, shown)).toList());
  }

  private static HistoryView.Entry entry(HistoryEntry past, Predicate<Change> shown) {
    List<HistoryView.Change> changes =
        past.changes().stream().filter(shown).map(ReadHistory::change).toList();
    return new HistoryView.Entry(past.version(), past.operation(), past.at(), past.by(), changes);
  }

  private static boolean isAbout(Change change, FieldPath hidden) {
    return HiddenFields.touches(hidden, EntityDifferences.property(change.pointer()));
  }

  private static HistoryView.Change change(Change change) {
    JsonBytes from = change.from() == null ? null : Json.write(change.from());
    JsonBytes to = change.to() == null ? null : Json.write(change.to());
    return new HistoryView.Change(change.pointer(), change.op(), from, to);
  }
}
