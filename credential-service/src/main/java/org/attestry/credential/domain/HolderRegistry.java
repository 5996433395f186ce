package org.attestry.credential.domain;

import io.vertx.core.Future;
import java.util.List;
import java.util.Set;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;

/** The service that credentials of entities are issued for. */
public interface HolderRegistry {

  /** The ids of those credentials that an entity has. */
  Future<Set<String>> held(List<Issued> issued, CallContext call);
}
