package org.attestry.registry.catalogue;

import io.vertx.core.Future;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.async.SharedRun;
import org.attestry.runtime.fair.RecentMap;

/**
 * The published types in memory. A type that is not in memory is read from the service's own table
 * before it is reported unknown, so that a new type is usable on every replica at once. Changes of
 * a known type are read by {@link #refresh()}, on a message from the replica that stored the change
 * and on a timer. Not thread-safe: used on one event loop.
 */
public final class TypeCatalogue {

  private final PgTypeStore store;
  private final Map<String, PublishedType> types = new HashMap<>();

  /** The most recently used types. A type that is evicted drops its cached objects. */
  private final RecentMap<String, PublishedType> recent;

  private long revision;
  private final SharedRun<Void> reading = new SharedRun<>();

  /**
   * @param ready the number of most recently used types that keep their cached objects
   */
  public TypeCatalogue(PgTypeStore store, int ready) {
    this.store = store;
    this.recent = new RecentMap<>(ready, PublishedType::evict);
  }

  /** Returns the type; fails with NOT_FOUND if it is not published. */
  public Future<PublishedType> require(String name) {
    return find(name)
        .compose(
            type ->
                type == null
                    ? Future.failedFuture(PublishedType.unknown(name).exception())
                    : Future.succeededFuture(type));
  }

  /** Returns the type, or null. */
  public Future<PublishedType> find(String name) {
    PublishedType known = types.get(name);
    return known != null
        ? Future.succeededFuture(used(known))
        : refresh().map(done -> used(types.get(name)));
  }

  /** Returns all types that are published now. */
  public Future<List<PublishedType>> all() {
    return refresh().map(done -> List.copyOf(types.values()));
  }

  private PublishedType used(PublishedType type) {
    if (type != null) {
      recent.put(type.name(), type);
    }
    return type;
  }

  /** Returns the revision of a type in memory; -1 if the type is not published. */
  public long revisionOf(String name) {
    PublishedType known = types.get(name);
    return known == null ? -1 : known.revision();
  }

  /** Returns the catalogue's revision, which grows with each change that is read. */
  public long revision() {
    return revision;
  }

  /** Reads changes from the table; calls during a read share the next read. */
  public Future<Void> refresh() {
    return reading.run(this::read);
  }

  private Future<Void> read() {
    return store.changedSince(revision).map(this::apply);
  }

  private Void apply(PgTypeStore.CatalogueChanges changes) {
    changes.withdrawn().forEach(types::remove);
    changes.withdrawn().forEach(recent::remove);
    changes.published().forEach(type -> types.put(type.name(), type));
    revision = Math.max(revision, changes.revision());
    return null;
  }
}
