package org.attestry.registry.domain.credential;

import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;

/**
 * The entities with credentials that are yet to be signed. {@code EntityStore} notes them in the
 * transaction that stores the entity.
 */
public interface DueCredentials {

  /** The failure of a read of a credential that is not signed yet. */
  Failure PENDING =
      Failure.of(
          FailureKind.UNAVAILABLE,
          "registry.credential.pending",
          "The credential of this version is not signed yet; try again shortly.");

  /**
   * Some whose time has come, the longest waiting first. For thirty seconds nobody else takes them,
   * unless the entity changes.
   */
  Future<List<Due>> take(int most);

  /** Nothing of these versions, or of older ones, is due any more. */
  Future<Void> settled(List<Settled> entities);

  /** It is tried again after a few seconds, if the entity still has this version. */
  Future<Void> postpone(UUID entity, long version);

  /**
   * No credential can be made from this version; it is tried again after minutes, because keys,
   * issuers and templates may change.
   *
   * @param why null for a fault of the suite: readers are to wait, and the pauses end at five
   *     minutes instead of an hour
   */
  Future<Void> refuse(UUID entity, long version, Failure why);

  /** What no credential could be made from is tried again now, if it is of one of these types. */
  Future<Void> retryRefused(List<String> types);

  /** Why no credential could be made from the entity as it is; null where it is not known. */
  Future<Failure> refusal(UUID entity);

  /** Why the credential of an entity that has a due one cannot be read now. */
  default Future<Failure> whyPending(UUID entity) {
    return refusal(entity).map(why -> why == null ? PENDING : refused(why));
  }

  private static Failure refused(Failure why) {
    return new Failure(
        FailureKind.UNPROCESSABLE,
        "registry.credential.refused",
        "No credential can be made from this version: " + why.message(),
        why.violations(),
        why.moreViolations(),
        null);
  }

  /**
   * @param type the name of its type, or null where that is gone
   */
  record Due(UUID entity, String type, long version) {}

  /** An entity of which everything up to a version is signed, or is not to be signed. */
  record Settled(UUID entity, long version) {}
}
