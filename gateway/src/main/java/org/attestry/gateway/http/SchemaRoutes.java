package org.attestry.gateway.http;

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
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.attestry.contracts.schema.ChangeSchemaRequest;
import org.attestry.contracts.schema.CompareSchemaVersionsRequest;
import org.attestry.contracts.schema.CreateSchemaRequest;
import org.attestry.contracts.schema.DeleteSchemaRequest;
import org.attestry.contracts.schema.ListSchemaVersionsRequest;
import org.attestry.contracts.schema.ListSchemasRequest;
import org.attestry.contracts.schema.ReadSchemaRequest;
import org.attestry.contracts.schema.ReadSchemaVersionRequest;
import org.attestry.contracts.schema.SchemaReceipt;
import org.attestry.contracts.schema.SchemaStatus;
import org.attestry.contracts.schema.SearchSchemasRequest;
import org.attestry.runtime.bus.BusClient;

/** Schemas (interface 5.1). */
public final class SchemaRoutes {

  private static final String ALL = "/api/v1/Schema";
  private static final String ONE = ALL + "/{id}";
  private static final String VERSIONS = ONE + "/versions";
  private static final int MOST_LISTED = 1_000;

  private final BusClient bus;

  public SchemaRoutes(BusClient bus) {
    this.bus = bus;
  }

  public List<Endpoint> endpoints() {
    return Stream.of(all(), one(), versions()).flatMap(List::stream).toList();
  }

  private List<Endpoint> all() {
    return List.of(
        Endpoint.post("createSchema", ALL)
            .summary("Stores a schema; a published one makes entity types.")
            .costly()
            .allows(AllowedCallers.ADMINS)
            .fails(409, 422)
            .query("strict", "boolean", "refuses whatever would be warned of")
            .query("dryRun", "boolean", "stores nothing and tells what would be")
            .takes(Body.json("CreateSchemaRequest"))
            .replies(
                ReplyFormat.envelope("Created").with(ResponseHeader.LOCATION), this::createSchema),
        Endpoint.get("listSchemas", ALL)
            .summary("Lists the schemas that the caller may see.")
            .allows(AllowedCallers.TOKEN_HOLDERS)
            .query(
                "limit",
                "integer",
                "how many at most, by default 1000; fewer where documents are large")
            .query("offset", "integer", "how many to pass over, by default none")
            .query("status", "string", "DRAFT, PUBLISHED or DEPRECATED")
            .replies(ReplyFormat.plain("SchemaSearchResult"), this::listSchemas),
        Endpoint.post("searchSchemas", ALL + "/search")
            .op(Op.SEARCH)
            .summary("Finds schemas by name, title, status or osid.")
            .allows(AllowedCallers.TOKEN_HOLDERS)
            .takes(Body.unchecked("SearchRequest"))
            .replies(ReplyFormat.plain("SchemaSearchResult"), this::searchSchemas));
  }

  private List<Endpoint> one() {
    return List.of(
        Endpoint.get("readSchema", ONE)
            .summary("Reads a schema.")
            .allows(AllowedCallers.TOKEN_HOLDERS)
            .replies(ReplyFormat.plain("Schema"), this::readSchema),
        Endpoint.put("changeSchema", ONE)
            .summary("Changes the document or the status of a schema.")
            .costly()
            .allows(AllowedCallers.ADMINS)
            .fails(409, 422)
            .query("strict", "boolean", "refuses whatever would be warned of")
            .query("dryRun", "boolean", "changes nothing and tells what would be")
            .query("narrow", "boolean", "accepts less than before if nothing stored breaks")
            .takes(Body.json("ChangeSchemaRequest"))
            .replies(ReplyFormat.envelope(), this::changeSchema),
        Endpoint.delete("deleteSchema", ONE)
            .summary("Deletes a schema and answers what was deleted.")
            .allows(AllowedCallers.ADMINS)
            .fails(409)
            .replies(ReplyFormat.plain("Schema"), this::deleteSchema));
  }

  private List<Endpoint> versions() {
    return List.of(
        Endpoint.get("listSchemaVersions", VERSIONS)
            .summary("Lists the versions of a schema that were ever in force, for an admin.")
            .allows(AllowedCallers.ADMINS)
            .replies(ReplyFormat.list("SchemaVersion"), this::listSchemaVersions),
        Endpoint.get("readSchemaVersion", VERSIONS + "/{version}")
            .summary("Reads a version of a schema, for an admin.")
            .allows(AllowedCallers.ADMINS)
            .replies(ReplyFormat.plain("SchemaVersion"), this::readSchemaVersion),
        Endpoint.get("compareSchemaVersions", VERSIONS + "/{version}/diff/{other}")
            .summary("Tells where two versions of a schema differ, for an admin.")
            .allows(AllowedCallers.ADMINS)
            .replies(ReplyFormat.plain("SchemaComparison"), this::compareSchemaVersions));
  }

  private Future<Reply> createSchema(Call call) {
    var body = call.body(CreateSchemaRequest.class);
    var request =
        new CreateSchemaRequest(
            body.name(), body.schema(), body.status(), call.flag("strict"), call.flag("dryRun"));
    return bus.request(CREATE_SCHEMA, request, call.context()).map(SchemaRoutes::created);
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
    return bus.request(LIST_SCHEMAS, request, call.context())
        .map(found -> Reply.plain(SchemaPage.of(request, found)));
  }

  private Future<Reply> searchSchemas(Call call) {
    return bus.request(SEARCH_SCHEMAS, new SearchSchemasRequest(call.body()), call.context())
        .map(found -> Reply.plain(SchemaPage.of(found)));
  }

  private Future<Reply> readSchema(Call call) {
    return bus.request(READ_SCHEMA, new ReadSchemaRequest(call.id()), call.context())
        .map(Reply::plain);
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
    return bus.request(CHANGE_SCHEMA, request, call.context()).map(SchemaRoutes::changed);
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
    return bus.request(DELETE_SCHEMA, new DeleteSchemaRequest(call.id()), call.context())
        .map(Reply::plain);
  }

  private Future<Reply> listSchemaVersions(Call call) {
    return bus.request(
            LIST_SCHEMA_VERSIONS, new ListSchemaVersionsRequest(call.id()), call.context())
        .map(found -> Reply.plain(found.versions()));
  }

  private Future<Reply> readSchemaVersion(Call call) {
    var request = new ReadSchemaVersionRequest(call.id(), version(call, "version"));
    return bus.request(READ_SCHEMA_VERSION, request, call.context()).map(Reply::plain);
  }

  private Future<Reply> compareSchemaVersions(Call call) {
    var request =
        new CompareSchemaVersionsRequest(
            call.id(), version(call, "version"), version(call, "other"));
    return bus.request(COMPARE_SCHEMA_VERSIONS, request, call.context()).map(Reply::plain);
  }

  /** What cannot be a version's number is the number of none. */
  private static int version(Call call, String parameter) {
    String written = call.path(parameter);
    return written.matches("[1-9]\\d{0,8}") ? Integer.parseInt(written) : 0;
  }
}
