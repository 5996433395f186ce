package org.attestry.registry.domain.credential;

import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;

/**
 * The entities with credentials that are yet to be signed. {@code EntityStore} records them in the
 * transaction that stores the entity.
 */
public interface DueCredentials {

  /**
   * The part name of the entity's own credential; the other part names are osids of attestations.
   */
  String CONTENT = "";

  /** The failure when a credential is read that is not signed yet. */
  Failure PENDING =
      Failure.of(
          FailureKind.UNAVAILABLE,
          "registry.credential.pending",
          "The credential of this version is not signed yet; try again shortly.");

  /**
   * Leases entities whose credentials are to be signed now, those with the longest wait first. For
   * thirty seconds no other call leases them, unless the entity changes. Those whose last attempt
   * has not ended are left out.
   */
  Future<List<Due>> take(int most);

  /**
   * Leases one entity whose last attempt has not ended within thirty seconds, or lost a replica of
   * the credential service. If this one does not end either, it is the last one until the entity or
   * its type changes.
   */
  Future<List<Due>> takeAlone();

  /** Removes the entities whose due version is the given one or an older one. */
  Future<Void> settled(List<Settled> entities);

  /**
   * Schedules a retry after a few seconds, if the entity still has this version.
   *
   * @param lost whether the attempt may have ended a process, so that it counts as not ended
   */
  Future<Void> postpone(UUID entity, long version, boolean lost);

  /**
   * Records that some credentials cannot be made from this version. They are retried, because keys,
   * issuers and templates may change. The pause between retries grows to at most one hour, or five
   * minutes after an internal fault.
   */
  Future<Void> refuse(UUID entity, long version, Refusals why);

  /** Schedules an immediate retry for all entities of these types with a stored refusal. */
  Future<Void> retryRefused(List<String> types);

  /**
   * Returns why a credential could not be made from the current version of the entity; null if no
   * reason is stored.
   *
   * @param part {@link #CONTENT}, or the osid of an attestation
   */
  Future<Failure> refusal(UUID entity, String part);

  /** Returns why the due credential of a part of an entity cannot be read now. */
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
   * @param type the name of the entity's type, or null if the type no longer exists
   */
  record Due(UUID entity, String type, long version) {}

  /**
   * The parts of an entity for which no credential could be made.
   *
   * @param byPart the reason for each part: {@link #CONTENT}, or the osid of an attestation
   * @param fault whether other parts were refused because of an internal fault; their credentials
   *     are reported as pending
   */
  record Refusals(Map<String, Failure> byPart, boolean fault) {}

  /** An entity that has no due credential up to and including a version. */
  record Settled(UUID entity, long version) {}
}
