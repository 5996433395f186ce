package org.attestry.claims.note;

import io.vertx.core.Future;
import java.util.Set;
import org.attestry.contracts.CallContext;

/** Requests the files of entities from file-service. */
public interface EntityFiles {

  /**
   * Returns the ids of the documents of a property; empty if the caller may not read them.
   *
   * @return the ids; fails UNAVAILABLE if file-service is unavailable
   */
  Future<Set<String>> documents(String type, String osid, String property, CallContext context);
}
