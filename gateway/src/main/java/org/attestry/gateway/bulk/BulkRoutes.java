package org.attestry.gateway.bulk;

import static org.attestry.contracts.registry.BulkOperations.EXPORT_ENTITIES;
import static org.attestry.contracts.registry.BulkOperations.READ_IMPORT;
import static org.attestry.contracts.registry.BulkOperations.READ_IMPORT_ERRORS;
import static org.attestry.contracts.registry.BulkOperations.READ_REVOCATION;
import static org.attestry.contracts.registry.BulkOperations.REVOKE_CREDENTIALS;
import static org.attestry.contracts.registry.BulkOperations.START_IMPORT;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.BulkOperations.CellForms;
import org.attestry.contracts.registry.BulkOperations.ExportEntitiesRequest;
import org.attestry.contracts.registry.BulkOperations.ExportedEntities;
import org.attestry.contracts.registry.BulkOperations.ImportErrorsView;
import org.attestry.contracts.registry.BulkOperations.ImportView;
import org.attestry.contracts.registry.BulkOperations.ReadImportErrorsRequest;
import org.attestry.contracts.registry.BulkOperations.ReadImportRequest;
import org.attestry.contracts.registry.BulkOperations.ReadRevocationRequest;
import org.attestry.contracts.registry.BulkOperations.RevokeCredentialsRequest;
import org.attestry.contracts.registry.BulkOperations.StartImportRequest;
import org.attestry.gateway.http.Adoption;
import org.attestry.gateway.http.Call;
import org.attestry.gateway.http.CallQueues;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.MediaTypes;
import org.attestry.gateway.http.Reply;
import org.attestry.gateway.http.RetriedRequests;
import org.attestry.runtime.json.Json;

/** Imports and exports of many entities, and revocations of their credentials. */
public final class BulkRoutes {

  private static final String IMPORT_ID = "Import-Id";
  private static final List<String> ERROR_COLUMNS =
      List.of("row", "line", "pointer", "rule", "message");

  /** The most rows of a batch whose owners get accounts, which takes seconds. */
  private static final int ROWS_WITH_LOGINS = 10;

  private final Vertx vertx;
  private final BulkConfig limits;
  private final Adoption adoption;
  private final CallQueues queue;

  public BulkRoutes(Vertx vertx, BulkConfig limits, Adoption adoption, MeterRegistry meters) {
    this.vertx = vertx;
    this.limits = limits;
    this.adoption = adoption;
    this.queue = CallQueues.bulk(vertx, "gateway-bulk", limits.transfers(), meters);
  }

  /** Adds the handlers of the operations, by operationId. */
  public void bind(Map<String, Endpoint.Handler> handlers) {
    handlers.put("importEntities", this::importEntities);
    handlers.put("readImport", this::readImport);
    handlers.put("readImportErrors", inTurn(this::readImportErrors));
    handlers.put("exportEntities", inTurn(this::exportEntities));
    handlers.put("revokeCredentialsByFilter", this::revokeCredentials);
    handlers.put("readRevocation", this::readRevocation);
  }

  private Endpoint.Handler inTurn(Endpoint.Handler transfer) {
    return call -> queue.run(call.caller(), () -> transfer.handle(call));
  }

  private Future<Reply> importEntities(Call call) {
    StartImportRequest request =
        new StartImportRequest(
            call.type(),
            importId(call),
            call.flag("dryRun"),
            call.query("upsert"),
            call.flag("logins"),
            adoption.isAsked(call));
    int batchRows =
        request.logins() ? Math.min(ROWS_WITH_LOGINS, limits.batchRows()) : limits.batchRows();
    CellForms cells = cellForms(call);
    if (request.adopted() && cells != null) {
      throw FailureException.invalid(
          "gateway.query", "", "as", "Records are adopted from NDJSON; send no CSV.");
    }
    RetriedRequests requests = call.retried(vertx);
    return requests
        .request(START_IMPORT, request)
        .compose(
            run -> {
              if (!call.isCutOff()) {
                call.request().response().putHeader(IMPORT_ID, run.id());
              }
              return queue.run(
                  call.caller(),
                  () -> new ImportStream(call, cells, limits, batchRows, requests, run).run());
            })
        .map(BulkRoutes::imported);
  }

  /** Returns how the cells of a CSV are read; null if the rows are JSON. */
  private static CellForms cellForms(Call call) {
    if (MediaTypes.is(MediaTypes.CSV, call.request().getHeader(HttpHeaders.CONTENT_TYPE))) {
      return new CellForms(storesUndeclared(call), call.query("decimal"), call.query("date"));
    }
    for (String name : List.of("undeclared", "decimal", "date")) {
      if (call.query(name) != null) {
        throw FailureException.invalid(
            "gateway.query",
            "",
            "csv",
            "'%s' is for text/csv: in NDJSON each value has its JSON form; leave it out."
                .formatted(name));
      }
    }
    return null;
  }

  private static boolean storesUndeclared(Call call) {
    String undeclared = call.query("undeclared");
    if (undeclared != null && !undeclared.equals("store")) {
      throw FailureException.invalid(
          "gateway.query", "", "enum", "'undeclared' must be store, or left out.");
    }
    return undeclared != null;
  }

  private static String importId(Call call) {
    String header = call.request().getHeader(IMPORT_ID);
    String id = call.query("id") == null ? header : call.query("id");
    if (header != null && !header.equals(id)) {
      throw FailureException.invalid(
          "gateway.query",
          "",
          "same",
          "'id' and the header Import-Id name different imports; send one of them.");
    }
    return id == null ? UUID.randomUUID().toString() : id;
  }

  /**
   * Returns the result of an import. An import that refused rows and stored none fails; its body
   * may not have been read to the end.
   */
  private static Reply imported(ImportView run) {
    if (run.refused() < run.rows() || run.rows() == 0) {
      return Reply.result(shown(run));
    }
    throw new Failure(
            FailureKind.INVALID,
            "registry.import.nothing-right",
            "None of the first %d rows is right%s; see %s."
                .formatted(
                    run.rows(),
                    run.state().equals("OPEN") ? ", and no more were read" : "",
                    errors(run)),
            List.of(),
            Json.write(shown(run)))
        .exception();
  }

  private Future<Reply> readImport(Call call) {
    var request = new ReadImportRequest(call.type(), call.id());
    return call.request(READ_IMPORT, request).map(run -> Reply.plain(shown(run)));
  }

  private Future<Reply> readImportErrors(Call call) {
    boolean csv = wantsCsv(call);
    RetriedRequests requests = call.retried(vertx);
    return new RowStream(
            head(call, csv, "errors"),
            cursor ->
                requests
                    .request(
                        READ_IMPORT_ERRORS,
                        new ReadImportErrorsRequest(
                            call.type(), call.id(), cursor, limits.batchRows()))
                    .map(page -> page(page, csv, cursor == null)))
        .write();
  }

  private Future<Reply> exportEntities(Call call) {
    boolean csv = wantsCsv(call);
    boolean systemFields = call.query("systemFields") == null || call.flag("systemFields");
    JsonBytes query = call.query("search") == null ? null : call.encoded("search");
    RetriedRequests requests = call.retried(vertx);
    return new RowStream(
            head(call, csv, call.type()),
            cursor ->
                requests
                    .request(
                        EXPORT_ENTITIES,
                        new ExportEntitiesRequest(
                            call.type(), query, csv, systemFields, cursor, limits.batchRows()))
                    .map(page -> page(page, cursor == null)))
        .write();
  }

  private Future<Reply> revokeCredentials(Call call) {
    ByFilter sent = call.body(ByFilter.class);
    var request =
        new RevokeCredentialsRequest(
            call.type(),
            sent.id(),
            sent.dryRun(),
            sent.credentials(),
            sent.policy(),
            sent.filters(),
            sent.reason());
    return call.request(REVOKE_CREDENTIALS, request).map(Reply::result);
  }

  private Future<Reply> readRevocation(Call call) {
    return call.request(READ_REVOCATION, new ReadRevocationRequest(call.type(), call.id()))
        .map(Reply::plain);
  }

  private static boolean wantsCsv(Call call) {
    String format = call.query("format");
    if (format == null) {
      return call.wants(MediaTypes.CSV);
    }
    if (!format.equals("csv") && !format.equals("ndjson")) {
      throw FailureException.invalid(
          "gateway.query", "", "enum", "'format' must be ndjson or csv.");
    }
    return format.equals("csv");
  }

  private static HttpServerRequest head(Call call, boolean csv, String name) {
    String file = name.replaceAll("[^A-Za-z0-9_-]", "_") + (csv ? ".csv" : ".ndjson");
    call.request()
        .response()
        .putHeader("content-type", csv ? MediaTypes.CSV + "; charset=utf-8" : MediaTypes.NDJSON)
        .putHeader("content-disposition", "attachment; filename=\"" + file + "\"");
    return call.request();
  }

  private static RowStream.Page page(ExportedEntities page, boolean first) {
    if (page.columns() == null) {
      return new RowStream.Page(lines(page.rows()), page.next());
    }
    List<List<String>> rows = new ArrayList<>();
    if (first) {
      rows.add(page.columns());
    }
    page.rows().forEach(row -> rows.add(CsvText.cells(row)));
    return new RowStream.Page(Buffer.buffer(CsvText.write(rows)), page.next());
  }

  private static RowStream.Page page(ImportErrorsView page, boolean csv, boolean first) {
    if (!csv) {
      return new RowStream.Page(
          lines(page.errors().stream().map(Json::write).toList()), page.next());
    }
    List<List<String>> rows = new ArrayList<>();
    if (first) {
      rows.add(ERROR_COLUMNS);
    }
    for (ImportErrorsView.Error error : page.errors()) {
      rows.add(
          List.of(
              Long.toString(error.row()),
              Long.toString(error.line()),
              error.pointer(),
              error.rule(),
              error.message()));
    }
    return new RowStream.Page(Buffer.buffer(CsvText.write(rows)), page.next());
  }

  private static Buffer lines(List<JsonBytes> rows) {
    Buffer text = Buffer.buffer();
    rows.forEach(row -> text.appendBytes(row.utf8()).appendByte((byte) '\n'));
    return text;
  }

  /** An import as clients see it, with the address of its errors if it has any. */
  private static JsonNode shown(ImportView run) {
    ObjectNode shown = Json.read(Json.write(run), ObjectNode.class);
    shown.remove(List.of("type", "checksum"));
    return run.refused() == 0 ? shown : shown.put("errors", errors(run));
  }

  private static String errors(ImportView run) {
    return "/api/v1/%s/import/%s/errors".formatted(run.type(), run.id());
  }

  /** The body of a revocation by a filter: what to look for, or the id of what was found. */
  record ByFilter(
      String credentials,
      String policy,
      JsonBytes filters,
      String id,
      Boolean dryRun,
      String reason) {}
}
