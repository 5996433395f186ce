package org.attestry.registry.domain.credential;

import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;

/**
 * The entities with credentials that are yet to be signed. {@code EntityStore} notes them in the
 * transaction that stores the entity.
 */
public interface DueCredentials {

  /** Stands for the entity's content among the osids of attestations. */
  String CONTENT = "";

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
   * Some credentials cannot be made from this version; they are tried again after minutes, because
   * keys, issuers and templates may change. After a fault of the suite, the pauses end at five
   * minutes instead of an hour.
   */
  Future<Void> refuse(UUID entity, long version, Refusals why);

  /** What no credential could be made from is tried again now, if it is of one of these types. */
  Future<Void> retryRefused(List<String> types);

  /**
   * Why a credential could not be made from the entity as it is; null where it is not known.
   *
   * @param part whose credential: {@link #CONTENT}, or the osid of an attestation
   */
  Future<Failure> refusal(UUID entity, String part);

  /** Why the due credential of a part of an entity cannot be read now. */
  default Future<Failure> whyPending(UUID entity, String part) {
    return refusal(entity, part).map(why -> why == null ? PENDING : refused(why));
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

  /**
   * What no credential could be made of.
   *
   * @param byPart why, of {@link #CONTENT} and of attestations by their osids
   * @param fault whether there is more, by a fault of the suite: its readers are to wait
   */
  record Refusals(Map<String, Failure> byPart, boolean fault) {}

  /** An entity of which everything up to a version is signed, or is not to be signed. */
  record Settled(UUID entity, long version) {}
}
