package org.attestry.credential.verify;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;
import org.attestry.contracts.registry.HeldCredentials;

/** Asks registry-service which of the issued credentials entities have. */
public interface HeldCredentialLookup {

  /** Returns the credentials that an entity, or an attestation of one, has now. */
  Future<HeldCredentials> held(List<Issued> issued, CallContext context);
}
