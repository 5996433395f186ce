package org.attestry.gateway.http;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;

/** Describes the interface, for machines and for people. */
public interface ApiDescription {

  /** What a description is written in. */
  enum Form {
    SWAGGER_2_0,
    OPENAPI_3_1
  }

  /** The description of these endpoints and of the types that are published now. */
  Future<StaticDocument> describe(Form form, List<Endpoint> endpoints, CallContext context);

  /**
   * The public part of a published type's JSON Schema (draft-07).
   *
   * @return fails NOT_FOUND for a name that is no type's
   */
  Future<StaticDocument> type(String name, CallContext context);

  /**
   * A file of the page that shows the description.
   *
   * @param name empty for the page itself
   * @return fails NOT_FOUND for a name that the page does not use
   */
  Future<StaticDocument> page(String name);
}
