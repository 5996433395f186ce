package org.attestry.registry.domain.types;

import io.vertx.core.Future;
import java.util.HashMap;
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

  private final TypeStore store;
  private final Map<String, PublishedType> types = new HashMap<>();
  private long revision;
  private Future<Void> looking;
  private Future<Void> following;

  public TypeCatalogue(TypeStore store) {
    this.store = store;
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
    return known != null ? Future.succeededFuture(known) : refresh().map(done -> types.get(name));
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
    changes.published().forEach(type -> types.put(type.name(), type));
    revision = Math.max(revision, changes.revision());
    return null;
  }

  private static Failure unknown(String name) {
    return Failure.of(
        FailureKind.NOT_FOUND, "registry.type.not-found", "Schema '%s' not found".formatted(name));
  }
}
