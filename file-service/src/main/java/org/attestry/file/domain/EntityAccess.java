package org.attestry.file.domain;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;

/** Asks who may do what with an entity's files. Fails as the caller is to be told. */
public interface EntityAccess {

  Future<Void> mayRead(Property property, CallContext context);

  Future<Void> mayChange(Property property, CallContext context);
}
