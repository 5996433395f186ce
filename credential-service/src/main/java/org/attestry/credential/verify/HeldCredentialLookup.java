package org.attestry.credential.verify;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;
import org.attestry.contracts.registry.HeldCredentials;

/** Which of the credentials that were issued entities have: registry-service knows. */
public interface HeldCredentialLookup {

  /** Those that an entity, or an attestation of one, has now. */
  Future<HeldCredentials> held(List<Issued> issued, CallContext context);
}
