package org.attestry.gateway.docs;

import static org.attestry.contracts.schema.SchemaOperations.FIND_TYPES;
import static org.attestry.contracts.schema.SchemaOperations.READ_TYPE;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.FindTypesRequest;
import org.attestry.contracts.schema.SchemaOperations.ReadTypeRequest;
import org.attestry.contracts.schema.TypesView;
import org.attestry.gateway.http.MediaTypes;
import org.attestry.gateway.http.OpenApi;
import org.attestry.gateway.http.StaticDocument;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.async.SharedRun;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.fair.Workers;
import org.attestry.runtime.json.Json;

/**
 * The interface description in each of its forms. The documents are written again when the
 * published types have changed, once for all requests that wait for them. Used on the event loop of
 * one verticle.
 */
public final class InterfaceDescription {

  /** The specification that a description follows. */
  enum Form {
    SWAGGER_2_0,
    OPENAPI_3_1
  }

  private static final ObjectMapper JSON = new ObjectMapper();

  private final BusClient bus;
  private final Workers workers;
  private final OpenApi api;
  private final URI address;
  private final String issuer;
  private final DescriptionPage page;
  private final SharedRun<TypesView> reading = new SharedRun<>();
  private String fingerprint;
  private Future<Map<Form, StaticDocument>> documents;

  /**
   * @param address where clients reach the gateway
   * @param issuer the identity provider's address
   */
  public InterfaceDescription(
      BusClient bus, Workers workers, OpenApi api, URI address, String issuer) {
    this.bus = bus;
    this.workers = workers;
    this.api = api;
    this.address = address;
    this.issuer = issuer;
    this.page = new DescriptionPage(workers);
  }

  /** The description of the fixed operations and of the types that are published now. */
  Future<StaticDocument> describe(Form form, CallContext context) {
    return reading
        .run(() -> read(context))
        .compose(found -> documents(found))
        .map(written -> written.get(form));
  }

  private Future<TypesView> read(CallContext context) {
    return bus.request(FIND_TYPES, new FindTypesRequest(fingerprint), context)
        .compose(first -> all(first, context));
  }

  /**
   * Reads the remaining pages of types. If types change between two pages, the next request is sent
   * another fingerprint.
   */
  private Future<TypesView> all(TypesView first, CallContext context) {
    List<EntityType> types = new ArrayList<>(first.types());
    AtomicReference<String> next = new AtomicReference<>(first.next());
    if (next.get() == null) {
      return Future.succeededFuture(first);
    }
    return AsyncLoop.repeat(
            () ->
                bus.request(FIND_TYPES, new FindTypesRequest(null, next.get()), context)
                    .map(
                        page -> {
                          types.addAll(page.types());
                          next.set(page.next());
                          return page.next() != null;
                        }))
        .map(read -> new TypesView(types, first.fingerprint()));
  }

  /**
   * The public part of a published type's JSON Schema (draft-07).
   *
   * @return fails NOT_FOUND where no type has the name
   */
  Future<StaticDocument> type(String name, CallContext context) {
    return bus.request(READ_TYPE, new ReadTypeRequest(name), context)
        .compose(type -> workers.run(context.deadline(), () -> schema(type)));
  }

  private StaticDocument schema(EntityType type) {
    ObjectNode schema = Json.object();
    schema.put("$schema", "http://json-schema.org/draft-07/schema#");
    schema.setAll(PublicShape.of(type, api.components("schemas").at("/Entity/properties")));
    return StaticDocument.of(MediaTypes.JSON, Json.write(schema).utf8());
  }

  /**
   * A file of the page that shows the description.
   *
   * @param name empty for the page itself
   * @return fails NOT_FOUND where the page has no such file
   */
  Future<StaticDocument> page(String name) {
    return page.find(name);
  }

  /**
   * Returns the cached documents, or writes them if types have changed. A failure is not cached.
   */
  private Future<Map<Form, StaticDocument>> documents(TypesView found) {
    if (documents != null && found.fingerprint().equals(fingerprint)) {
      return documents;
    }
    Future<Map<Form, StaticDocument>> writing = workers.run(() -> write(found.types()));
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

  private Map<Form, StaticDocument> write(List<EntityType> types) throws IOException {
    ObjectNode schemas = api.components("schemas");
    List<DescribedType> described =
        types.stream().map(type -> DescribedType.of(type, schemas)).toList();
    DescriptionWriter writer = new DescriptionWriter(api, described, address, issuer);
    return Map.of(
        Form.SWAGGER_2_0, document(writer::swagger), Form.OPENAPI_3_1, document(writer::openApi));
  }

  private interface Writing {
    void to(JsonGenerator out) throws IOException;
  }

  private static StaticDocument document(Writing writing) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = JSON.createGenerator(bytes)) {
      writing.to(out);
    }
    return StaticDocument.of(MediaTypes.JSON, bytes.toByteArray());
  }
}
