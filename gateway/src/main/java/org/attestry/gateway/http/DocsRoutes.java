package org.attestry.gateway.http;

import io.vertx.core.Future;
import java.util.List;
import java.util.stream.Stream;

/** The interface description (seed 4.1). */
public final class DocsRoutes {

  private final ApiDescription description;
  private final List<Endpoint> others;

  /**
   * @param others the endpoints to describe beside these routes' own
   */
  public DocsRoutes(ApiDescription description, List<Endpoint> others) {
    this.description = description;
    this.others = List.copyOf(others);
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get("readDescription", "/api/docs/swagger.json", Op.READ)
            .says("Describes every operation in Swagger 2.0.")
            .allows(Audience.ANYBODY)
            .replies(Reply.document(Reply.JSON))
            .by(this::readDescription));
  }

  private Future<Answer> readDescription(Call call) {
    List<Endpoint> all = Stream.concat(others.stream(), endpoints().stream()).toList();
    return description.describe(all, call.context()).map(Answer::plain);
  }
}
