package org.attestry.registry.domain.types;

import io.vertx.core.Future;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.runtime.work.RecentMap;
import org.attestry.runtime.work.SharedRun;

/**
 * The published types in memory. A type that is not in memory is read from the service's own table
 * before it is reported unknown, so that a new type is usable on every replica at once. Changes of
 * a known type arrive by {@link #refresh()}, on a message from the replica that stored it and on a
 * timer. Used on one event loop.
 */
public final class TypeCatalogue {

  /** The code of {@link #unknown}. */
  public static final String UNKNOWN = "registry.type.not-found";

  private final TypeStore store;
  private final Map<String, PublishedType> types = new HashMap<>();

  /** The types last used; a type that is evicted drops what is derived. */
  private final RecentMap<String, PublishedType> recent;

  private long revision;
  private final SharedRun<Void> reading = new SharedRun<>();

  /**
   * @param ready how many types, of those last used, keep what is derived from their definition
   */
  public TypeCatalogue(TypeStore store, int ready) {
    this.store = store;
    this.recent = new RecentMap<>(ready, PublishedType::evict);
  }

  /** The type; fails NOT_FOUND when nobody published it. */
  public Future<PublishedType> require(String name) {
    return find(name)
        .compose(
            type ->
                type == null
                    ? Future.failedFuture(unknown(name).exception())
                    : Future.succeededFuture(type));
  }

  /** The type, or null. */
  public Future<PublishedType> find(String name) {
    PublishedType known = types.get(name);
    return known != null
        ? Future.succeededFuture(used(known))
        : refresh().map(done -> used(types.get(name)));
  }

  /** All that are published now. */
  public Future<List<PublishedType>> all() {
    return refresh().map(done -> List.copyOf(types.values()));
  }

  private PublishedType used(PublishedType type) {
    if (type != null) {
      recent.put(type.name(), type);
    }
    return type;
  }

  /** The revision of a type in memory; -1 if it is not published. */
  long revisionOf(String name) {
    PublishedType known = types.get(name);
    return known == null ? -1 : known.revision();
  }

  /** Grows with each change that was read. */
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

  private Void apply(TypeStore.CatalogueChanges changes) {
    changes.withdrawn().forEach(types::remove);
    changes.withdrawn().forEach(recent::remove);
    changes.published().forEach(type -> types.put(type.name(), type));
    revision = Math.max(revision, changes.revision());
    return null;
  }

  /** The failure for a type that was never published, or was withdrawn. */
  public static Failure unknown(String name) {
    return Failure.of(FailureKind.NOT_FOUND, UNKNOWN, "Schema '%s' not found".formatted(name));
  }
}
