package org.attestry.registry.domain.types;

import io.vertx.core.Future;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;

/**
 * The published types in memory. A type that is not here is looked for in the service's own table
 * before it is called unknown, so a type is usable on every replica at once; a change of a known
 * type arrives by {@link #refresh()}, which a message from the replica that stored it and a timer
 * cause. Used on one event loop.
 */
public final class TypeCatalogue {

  /** The code of {@link #unknown}. */
  public static final String UNKNOWN = "registry.type.not-found";

  private final TypeStore store;
  private final Map<String, PublishedType> types = new HashMap<>();
  private final Map<String, PublishedType> recent;
  private long revision;
  private Future<Void> looking;
  private Future<Void> following;

  /**
   * @param ready how many types, of those last used, keep what was worked out from their definition
   */
  public TypeCatalogue(TypeStore store, int ready) {
    this.store = store;
    this.recent = new Recent(ready);
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

  /**
   * Takes over what changed in the table. Whoever asks while a look is under way gets the next
   * look, which all of them share: the one under way may have begun before the change that they
   * know of.
   */
  public Future<Void> refresh() {
    if (looking == null) {
      return look();
    }
    if (following == null) {
      following =
          looking.transform(
              done -> {
                following = null;
                return look();
              });
    }
    return following;
  }

  private Future<Void> look() {
    Future<Void> look = store.changedSince(revision).map(this::apply);
    looking = look;
    look.onComplete(
        done -> {
          if (looking == look) {
            looking = null;
          }
        });
    return look;
  }

  private Void apply(TypeStore.CatalogueChanges changes) {
    changes.withdrawn().forEach(types::remove);
    changes.withdrawn().forEach(recent::remove);
    changes.published().forEach(type -> types.put(type.name(), type));
    revision = Math.max(revision, changes.revision());
    return null;
  }

  /** What is told of a type that nobody published, or that has ended. */
  public static Failure unknown(String name) {
    return Failure.of(FailureKind.NOT_FOUND, UNKNOWN, "Schema '%s' not found".formatted(name));
  }

  /** The types last used; one that falls out gives back its memory. */
  private static final class Recent extends LinkedHashMap<String, PublishedType> {
    private static final long serialVersionUID = 1L;

    private final int most;

    Recent(int most) {
      super(16, 0.75f, true);
      this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, PublishedType> eldest) {
      boolean full = size() > most;
      if (full) {
        eldest.getValue().forget();
      }
      return full;
    }
  }
}
