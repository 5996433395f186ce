package org.attestry.contracts.registry;

import java.util.UUID;

/** A fact of an attestation that no longer waits for a decision. */
public interface EndedAttestation {

  String claimId();

  /** The requester's entity. */
  String osid();

  /** The request that ended it, or null. */
  UUID attempt();

  /** Whose request, or null. */
  String userId();
}
