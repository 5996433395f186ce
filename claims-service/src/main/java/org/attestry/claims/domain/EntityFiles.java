package org.attestry.claims.domain;

import io.vertx.core.Future;
import java.util.Set;
import org.attestry.contracts.CallContext;

/** Where file-service is asked for the files of entities. */
public interface EntityFiles {

  /**
   * The ids of the documents of a property; none where the caller may not read them.
   *
   * @return fails UNAVAILABLE when file-service is away
   */
  Future<Set<String>> documents(String type, String osid, String property, CallContext context);
}
