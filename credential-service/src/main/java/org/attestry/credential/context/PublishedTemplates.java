package org.attestry.credential.context;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.schema.EntityType;

/** Finds templates of credentials and certificates of published types. */
public interface PublishedTemplates {

  /** Returns the name of a type with a template that names the context at that address, or null. */
  Future<String> typeNaming(String address, CallContext context);

  /**
   * Returns the name of a type with certificates by this version of a template, or null.
   *
   * @param pinned the version, in the form of a type's configuration
   */
  Future<String> typeWithCertificate(String pinned, CallContext context);

  /** Fails NOT_FOUND for a name without a published type. */
  Future<EntityType> type(String name, CallContext context);
}
