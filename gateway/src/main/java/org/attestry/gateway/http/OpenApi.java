package org.attestry.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.ListedViolations;
import org.attestry.runtime.config.ClassPathFile;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonValidator;

/**
 * The OpenAPI document of the fixed operations, {@code api/openapi.json}: the router serves what it
 * describes, bodies are checked against its schemas, and the interface description shows it. If two
 * paths match a request, the first one serves it. The document's extensions:
 *
 * <ul>
 *   <li>{@code x-every-operation}: the members of each operation that does not have them itself
 *   <li>{@code x-op}: the {@link EnvelopeOperation}, where it is not the usual one of the method
 *   <li>{@code x-each-type}: also shown once for each published type
 *   <li>{@code x-costly}: a caller may have only a few in flight; or the media types of the replies
 *       that count
 *   <li>{@code x-unchecked}: the service that receives the body checks it
 *   <li>{@code x-wallet-token}: wallets send access tokens that credential-service checks
 *   <li>{@code x-oauth}: failures have the form of OAuth, with this error for invalid requests
 *   <li>{@code x-any-origin}: scripts of any web origin may read the responses
 *   <li>{@code x-rest}: the last parameter of the path matches the rest of the path
 * </ul>
 */
public final class OpenApi {

  /** The beginning of a reference to a schema. */
  public static final String SCHEMAS = "#/components/schemas/";

  private static final String RESOURCE = "/api/openapi.json";
  private static final String PARAMETERS = "parameters";

  private final ObjectNode document;
  private final List<ApiOperation> operations = new ArrayList<>();
  private final Map<String, JsonValidator> validators = new ConcurrentHashMap<>();

  private OpenApi(ObjectNode document) {
    this.document = document;
    for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
      JsonNode shared = path.getValue().path(PARAMETERS);
      for (Map.Entry<String, JsonNode> each : path.getValue().properties()) {
        if (!each.getKey().equals(PARAMETERS)) {
          HttpMethod method = HttpMethod.valueOf(each.getKey().toUpperCase(Locale.ROOT));
          operations.add(
              new ApiOperation(method, path.getKey(), operation(shared, each.getValue())));
        }
      }
    }
  }

  public static OpenApi load() {
    byte[] document = ClassPathFile.bytes(OpenApi.class, RESOURCE);
    return new OpenApi(Json.read(JsonBytes.of(document), ObjectNode.class));
  }

  /**
   * Returns the operation with the members of every operation added and its parameters resolved.
   */
  private ObjectNode operation(JsonNode shared, JsonNode described) {
    ObjectNode all = document.path("x-every-operation").deepCopy();
    merge(all, described);
    if (described.at("/responses/201").isObject()) {
      ObjectNode responses = all.withObject("/responses");
      merge(responses.withObject("/201"), responses.remove("200"));
    }
    ArrayNode parameters = all.arrayNode();
    for (JsonNode listed : List.of(shared, described.path(PARAMETERS))) {
      for (JsonNode each : listed) {
        parameters.add(
            each.has("$ref") ? document.at(each.get("$ref").asText().substring(1)) : each);
      }
    }
    return parameters.isEmpty() ? all : all.set(PARAMETERS, parameters);
  }

  private static void merge(ObjectNode into, JsonNode from) {
    for (Map.Entry<String, JsonNode> member : from.properties()) {
      if (into.get(member.getKey()) instanceof ObjectNode known && member.getValue().isObject()) {
        merge(known, member.getValue());
      } else {
        into.set(member.getKey(), member.getValue());
      }
    }
  }

  /** Returns the operations in the order of the document. */
  public List<ApiOperation> operations() {
    return operations;
  }

  /** The document's {@code info}; a copy. */
  public ObjectNode info() {
    return document.get("info").deepCopy();
  }

  /** A member of the components; a copy. */
  public ObjectNode components(String member) {
    return document.at("/components/" + member).deepCopy();
  }

  /**
   * Returns the endpoints that serve the operations.
   *
   * @param handlers by operationId
   * @throws IllegalArgumentException when an operation has no handler or a handler no operation
   */
  public List<Endpoint> bind(Map<String, Endpoint.Handler> handlers) {
    Set<String> described =
        operations.stream().map(ApiOperation::operationId).collect(Collectors.toSet());
    if (!described.equals(handlers.keySet())) {
      throw new IllegalArgumentException(
          "%s describes %s and handlers serve %s."
              .formatted(RESOURCE, described, handlers.keySet()));
    }
    return operations.stream()
        .map(operation -> Endpoint.of(operation, handlers.get(operation.operationId())))
        .toList();
  }

  /** The names of the headers that operations read, in lower case. */
  public Set<String> requestHeaders() {
    Set<String> names = new TreeSet<>();
    for (ApiOperation operation : operations) {
      operation.parameters("header").forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
    }
    return names;
  }

  /** The names of the headers of successful responses, in lower case. */
  public Set<String> responseHeaders() {
    Set<String> names = new TreeSet<>();
    for (ApiOperation operation : operations) {
      operation
          .success()
          .path("headers")
          .fieldNames()
          .forEachRemaining(name -> names.add(name.toLowerCase(Locale.ROOT)));
    }
    return names;
  }

  /**
   * @param schema the name of a schema
   * @return the argument
   * @throws org.attestry.contracts.FailureException of kind INVALID with a violation for each error
   */
  public JsonBytes check(String schema, JsonBytes json) {
    ListedViolations found =
        validators.computeIfAbsent(schema, this::validator).check(Json.parse(json), "");
    if (found.isEmpty()) {
      return json;
    }
    String first = found.listed().getFirst().message();
    throw found
        .failure(
            FailureKind.INVALID, "gateway.body.invalid", "The body is not as it must be: " + first)
        .exception();
  }

  private JsonValidator validator(String schema) {
    return JsonValidator.of(document.at("/components/schemas/" + schema));
  }
}
