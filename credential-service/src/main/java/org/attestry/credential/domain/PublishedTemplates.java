package org.attestry.credential.domain;

import io.vertx.core.Future;
import org.attestry.contracts.CallContext;

/** The credential templates of published schemas. */
public interface PublishedTemplates {

  /** The name of a type with a template that names a context by that address, or null. */
  Future<String> typeNaming(String address, CallContext call);
}
