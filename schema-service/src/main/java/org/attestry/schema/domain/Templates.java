package org.attestry.schema.domain;

import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;

/** The service that makes credentials of templates. */
public interface Templates {

  /**
   * Why no credential can be made with a template, with pointers into it; fails with UNAVAILABLE
   * when nobody can say.
   *
   * @param definition the schema of the entities that fill it
   * @param attestationProperties alias to path of what fills it, or null where the entity does
   */
  Future<List<Violation>> check(
      JsonBytes template,
      JsonBytes definition,
      Map<String, FieldPath> attestationProperties,
      CallContext context);
}
