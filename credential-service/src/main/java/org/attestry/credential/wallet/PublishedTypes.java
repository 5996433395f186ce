package org.attestry.credential.wallet;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.schema.TypesView;

/** Reads the published types from schema-service. */
public interface PublishedTypes {

  /**
   * Returns all types; none if they have not changed.
   *
   * @param known the fingerprint of the types that the caller knows, or null
   */
  Future<TypesView> changedSince(String known, CallContext context);
}
