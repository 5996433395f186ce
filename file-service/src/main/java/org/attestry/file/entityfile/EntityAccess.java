package org.attestry.file.entityfile;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;

/**
 * Authorizes callers for the files of an entity; a refusal fails with the failure that is returned
 * to the caller.
 */
public interface EntityAccess {

  Future<Void> mayRead(Property property, CallContext context);

  Future<Void> mayChange(Property property, CallContext context);
}
