package org.attestry.credential.context;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.schema.EntityType;

/** The templates of credentials and certificates that published types have. */
public interface PublishedTemplates {

  /** The name of a type with a template that names a context by that address, or null. */
  Future<String> typeNaming(String address, CallContext context);

  /**
   * The name of a type with certificates of a version of a template, or null.
   *
   * @param pinned the version, as configurations of published types have it
   */
  Future<String> typeWithCertificate(String pinned, CallContext context);

  /** Fails NOT_FOUND for a name that no published type has. */
  Future<EntityType> type(String name, CallContext context);
}
