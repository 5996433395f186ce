package org.attestry.gateway.http;

import static org.attestry.contracts.schema.SchemaOperations.CHANGE_SCHEMA;
import static org.attestry.contracts.schema.SchemaOperations.CREATE_SCHEMA;
import static org.attestry.contracts.schema.SchemaOperations.DELETE_SCHEMA;
import static org.attestry.contracts.schema.SchemaOperations.LIST_SCHEMAS;
import static org.attestry.contracts.schema.SchemaOperations.READ_SCHEMA;

import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.schema.ChangeSchemaRequest;
import org.attestry.contracts.schema.CreateSchemaRequest;
import org.attestry.contracts.schema.DeleteSchemaRequest;
import org.attestry.contracts.schema.ListSchemasRequest;
import org.attestry.contracts.schema.ReadSchemaRequest;
import org.attestry.contracts.schema.SchemaReceipt;
import org.attestry.runtime.bus.BusClient;

/** Schemas (seed 4.5). */
public final class SchemaRoutes {

  private static final String ALL = "/api/v1/Schema";
  private static final String ONE = ALL + "/{id}";

  private final BusClient bus;

  public SchemaRoutes(BusClient bus) {
    this.bus = bus;
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.post("createSchema", ALL, Op.CREATE)
            .says("Stores a schema; a published one makes entity types.")
            .allows(Audience.ADMINS)
            .fails(409)
            .takes(Body.json("CreateSchemaRequest"))
            .replies(Reply.envelope("Created").with(ResponseHeader.LOCATION))
            .by(this::createSchema),
        Endpoint.get("listSchemas", ALL, Op.READ)
            .says("Lists the schemas that the caller may see.")
            .allows(Audience.TOKEN_HOLDERS)
            .replies(Reply.list("Schema"))
            .by(this::listSchemas),
        Endpoint.get("readSchema", ONE, Op.READ)
            .says("Reads a schema.")
            .allows(Audience.TOKEN_HOLDERS)
            .replies(Reply.plain("Schema"))
            .by(this::readSchema),
        Endpoint.put("changeSchema", ONE, Op.UPDATE)
            .says("Changes the document or the status of a schema.")
            .allows(Audience.ADMINS)
            .fails(409)
            .takes(Body.json("ChangeSchemaRequest"))
            .replies(Reply.envelope())
            .by(this::changeSchema),
        Endpoint.delete("deleteSchema", ONE, Op.DELETE)
            .says("Deletes a schema and answers what was deleted.")
            .allows(Audience.ADMINS)
            .fails(409)
            .replies(Reply.plain("Schema"))
            .by(this::deleteSchema));
  }

  private Future<Answer> createSchema(Call call) {
    return bus.ask(CREATE_SCHEMA, call.body(CreateSchemaRequest.class), call.context())
        .map(SchemaRoutes::created);
  }

  private static Answer created(SchemaReceipt receipt) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("Schema", Map.of("osid", receipt.osid()));
    if (!receipt.warnings().isEmpty()) {
      result.put("warnings", receipt.warnings());
    }
    return Answer.result(result).with("location", ALL + "/" + receipt.osid());
  }

  private Future<Answer> listSchemas(Call call) {
    return bus.ask(LIST_SCHEMAS, new ListSchemasRequest(), call.context())
        .map(found -> Answer.plain(found.schemas()));
  }

  private Future<Answer> readSchema(Call call) {
    return bus.ask(READ_SCHEMA, new ReadSchemaRequest(call.id()), call.context())
        .map(Answer::plain);
  }

  private Future<Answer> changeSchema(Call call) {
    var body = call.body(ChangeSchemaRequest.class);
    var request = new ChangeSchemaRequest(call.id(), body.name(), body.schema(), body.status());
    return bus.ask(CHANGE_SCHEMA, request, call.context()).map(SchemaRoutes::changed);
  }

  private static Answer changed(SchemaReceipt receipt) {
    return receipt.warnings().isEmpty()
        ? Answer.done()
        : Answer.result(Map.of("warnings", receipt.warnings()));
  }

  private Future<Answer> deleteSchema(Call call) {
    return bus.ask(DELETE_SCHEMA, new DeleteSchemaRequest(call.id()), call.context())
        .map(Answer::plain);
  }
}
