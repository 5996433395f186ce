package org.attestry.gateway.docs;

import static org.attestry.contracts.schema.SchemaOperations.FIND_TYPES;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.Future;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.FindTypesRequest;
import org.attestry.contracts.schema.TypesView;
import org.attestry.gateway.http.ApiDescription;
import org.attestry.gateway.http.Definitions;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.Reply;
import org.attestry.gateway.http.StaticDocument;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.work.Workers;

/**
 * The interface in each of its forms. They are written when the published types are others than
 * last time, once for all who wait for them. Used on the event loop of one verticle.
 */
public final class InterfaceDescription implements ApiDescription {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final BusClient bus;
  private final Workers workers;
  private final Definitions definitions;
  private final Provided provided;
  private final DescriptionPage page;
  private String fingerprint;
  private Future<Map<Form, StaticDocument>> documents;

  /**
   * @param address where clients reach the gateway
   * @param issuer the identity provider's address
   */
  public InterfaceDescription(
      BusClient bus, Workers workers, Definitions definitions, URI address, String issuer) {
    this.bus = bus;
    this.workers = workers;
    this.definitions = definitions;
    this.provided = new Provided(address, issuer);
    this.page = new DescriptionPage(workers);
  }

  @Override
  public Future<StaticDocument> describe(Form form, List<Endpoint> endpoints, CallContext context) {
    return bus.ask(FIND_TYPES, new FindTypesRequest(fingerprint), context)
        .compose(found -> documents(endpoints, found))
        .map(written -> written.get(form));
  }

  @Override
  public Future<StaticDocument> page(String name) {
    return page.find(name);
  }

  /** What failed is not kept. */
  private Future<Map<Form, StaticDocument>> documents(List<Endpoint> endpoints, TypesView found) {
    if (documents != null && found.fingerprint().equals(fingerprint)) {
      return documents;
    }
    Future<Map<Form, StaticDocument>> writing = workers.run(() -> write(endpoints, found.types()));
    fingerprint = found.fingerprint();
    documents = writing;
    return writing.onFailure(
        cause -> {
          if (documents == writing) {
            fingerprint = null;
            documents = null;
          }
        });
  }

  private Map<Form, StaticDocument> write(List<Endpoint> endpoints, List<EntityType> types)
      throws IOException {
    DescribedInterface described = DescribedInterface.of(endpoints, types, definitions.all());
    return Map.of(
        Form.SWAGGER_2_0,
        document(out -> SwaggerDocument.write(described, provided, out)),
        Form.OPENAPI_3_1,
        document(out -> OpenApiDocument.write(described, provided, out)));
  }

  private interface Writing {
    void to(JsonGenerator out) throws IOException;
  }

  private static StaticDocument document(Writing writing) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = JSON.createGenerator(bytes)) {
      writing.to(out);
    }
    return StaticDocument.of(Reply.JSON, bytes.toByteArray());
  }
}
