package org.attestry.gateway.routes;

import static org.attestry.contracts.schema.SchemaOperations.CHANGE_SCHEMA;
import static org.attestry.contracts.schema.SchemaOperations.COMPARE_SCHEMA_VERSIONS;
import static org.attestry.contracts.schema.SchemaOperations.CREATE_SCHEMA;
import static org.attestry.contracts.schema.SchemaOperations.DELETE_SCHEMA;
import static org.attestry.contracts.schema.SchemaOperations.LIST_SCHEMAS;
import static org.attestry.contracts.schema.SchemaOperations.LIST_SCHEMA_VERSIONS;
import static org.attestry.contracts.schema.SchemaOperations.READ_SCHEMA;
import static org.attestry.contracts.schema.SchemaOperations.READ_SCHEMA_VERSION;
import static org.attestry.contracts.schema.SchemaOperations.SEARCH_SCHEMAS;

import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.Map;
import org.attestry.contracts.schema.SchemaOperations.ChangeSchemaRequest;
import org.attestry.contracts.schema.SchemaOperations.CompareSchemaVersionsRequest;
import org.attestry.contracts.schema.SchemaOperations.CreateSchemaRequest;
import org.attestry.contracts.schema.SchemaOperations.DeleteSchemaRequest;
import org.attestry.contracts.schema.SchemaOperations.ListSchemaVersionsRequest;
import org.attestry.contracts.schema.SchemaOperations.ListSchemasRequest;
import org.attestry.contracts.schema.SchemaOperations.ReadSchemaRequest;
import org.attestry.contracts.schema.SchemaOperations.ReadSchemaVersionRequest;
import org.attestry.contracts.schema.SchemaOperations.SchemaReceipt;
import org.attestry.contracts.schema.SchemaOperations.SearchSchemasRequest;
import org.attestry.contracts.schema.SchemaStatus;
import org.attestry.gateway.http.Call;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.Reply;

/** Schemas (interface 5.1). */
public final class SchemaRoutes {

  private static final String ALL = "/api/v1/Schema";
  private static final int MOST_LISTED = 1_000;

  /** Adds the handlers of the operations, by operationId. */
  public void bind(Map<String, Endpoint.Handler> handlers) {
    handlers.put("createSchema", this::createSchema);
    handlers.put("listSchemas", this::listSchemas);
    handlers.put("searchSchemas", this::searchSchemas);
    handlers.put("readSchema", this::readSchema);
    handlers.put("changeSchema", this::changeSchema);
    handlers.put("deleteSchema", this::deleteSchema);
    handlers.put("listSchemaVersions", this::listSchemaVersions);
    handlers.put("readSchemaVersion", this::readSchemaVersion);
    handlers.put("compareSchemaVersions", this::compareSchemaVersions);
  }

  private Future<Reply> createSchema(Call call) {
    var body = call.body(CreateSchemaRequest.class);
    var request =
        new CreateSchemaRequest(
            body.name(), body.schema(), body.status(), call.flag("strict"), call.flag("dryRun"));
    return call.request(CREATE_SCHEMA, request).map(SchemaRoutes::created);
  }

  private static Reply created(SchemaReceipt receipt) {
    if (receipt.osid() == null) {
      Map<String, Object> warnings = new LinkedHashMap<>();
      warnings.put("warnings", receipt.warnings());
      addMoreWarnings(receipt, warnings);
      return Reply.result(warnings);
    }
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("Schema", Map.of("osid", receipt.osid()));
    addWarnings(receipt, result);
    return Reply.result(result).with("location", ALL + "/" + receipt.osid());
  }

  private static void addWarnings(SchemaReceipt receipt, Map<String, Object> result) {
    if (!receipt.warnings().isEmpty()) {
      result.put("warnings", receipt.warnings());
    }
    addMoreWarnings(receipt, result);
  }

  private static void addMoreWarnings(SchemaReceipt receipt, Map<String, Object> result) {
    if (receipt.moreWarnings() > 0) {
      result.put("moreWarnings", receipt.moreWarnings());
    }
  }

  private Future<Reply> listSchemas(Call call) {
    var request =
        new ListSchemasRequest(
            call.number("limit", 0, 1, MOST_LISTED),
            call.number("offset", 0, 0, Integer.MAX_VALUE),
            call.oneOf("status", SchemaStatus.class));
    return call.request(LIST_SCHEMAS, request)
        .map(found -> Reply.plain(SchemaPage.of(request, found)));
  }

  private Future<Reply> searchSchemas(Call call) {
    return call.request(SEARCH_SCHEMAS, new SearchSchemasRequest(call.body()))
        .map(found -> Reply.plain(SchemaPage.of(found)));
  }

  private Future<Reply> readSchema(Call call) {
    return call.request(READ_SCHEMA, new ReadSchemaRequest(call.id())).map(Reply::plain);
  }

  private Future<Reply> changeSchema(Call call) {
    var body = call.body(ChangeSchemaRequest.class);
    var request =
        new ChangeSchemaRequest(
            call.id(),
            body.name(),
            body.schema(),
            body.status(),
            call.flag("strict"),
            call.flag("dryRun"),
            call.flag("narrow"));
    return call.request(CHANGE_SCHEMA, request).map(SchemaRoutes::changed);
  }

  private static Reply changed(SchemaReceipt receipt) {
    Map<String, Object> result = new LinkedHashMap<>();
    if (receipt.report() != null) {
      result.put("report", receipt.report());
    }
    addWarnings(receipt, result);
    return result.isEmpty() ? Reply.done() : Reply.result(result);
  }

  private Future<Reply> deleteSchema(Call call) {
    return call.request(DELETE_SCHEMA, new DeleteSchemaRequest(call.id())).map(Reply::plain);
  }

  private Future<Reply> listSchemaVersions(Call call) {
    return call.request(LIST_SCHEMA_VERSIONS, new ListSchemaVersionsRequest(call.id()))
        .map(found -> Reply.plain(found.versions()));
  }

  private Future<Reply> readSchemaVersion(Call call) {
    var request = new ReadSchemaVersionRequest(call.id(), version(call, "version"));
    return call.request(READ_SCHEMA_VERSION, request).map(Reply::plain);
  }

  private Future<Reply> compareSchemaVersions(Call call) {
    var request =
        new CompareSchemaVersionsRequest(
            call.id(), version(call, "version"), version(call, "other"));
    return call.request(COMPARE_SCHEMA_VERSIONS, request).map(Reply::plain);
  }

  /** A text that is no version number matches no version. */
  private static int version(Call call, String parameter) {
    String written = call.path(parameter);
    return written.matches("[1-9]\\d{0,8}") ? Integer.parseInt(written) : 0;
  }
}
