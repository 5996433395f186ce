package org.attestry.gateway.http;

import static org.attestry.contracts.file.FileOperations.DELETE_FILE;
import static org.attestry.contracts.file.FileOperations.DELETE_FILES;
import static org.attestry.contracts.file.FileOperations.LIST_FILES;
import static org.attestry.contracts.file.FileOperations.READ_FILE;
import static org.attestry.contracts.file.FileOperations.REPLACE_FILE;
import static org.attestry.contracts.file.FileOperations.STORE_FILES;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.file.DeleteFileRequest;
import org.attestry.contracts.file.DeleteFilesRequest;
import org.attestry.contracts.file.ListFilesRequest;
import org.attestry.contracts.file.ReadFileRequest;
import org.attestry.contracts.file.ReplaceFileRequest;
import org.attestry.contracts.file.StoreFilesRequest;
import org.attestry.runtime.bus.BusClient;

/** Files of an entity's property (interface 8). */
public final class FileRoutes {

  private static final String ALL = "/api/v1/{type}/{id}/{property}/documents";
  private static final String ONE = ALL + "/{documentId}";

  private final BusClient bus;
  private final FileStreams streams;

  public FileRoutes(BusClient bus, FileStreams streams) {
    this.bus = bus;
    this.streams = streams;
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.post("storeFiles", ALL, Op.CREATE)
            .says("Stores files under a property.")
            .allows(Audience.CONTRIBUTORS)
            .takes(Body.files("files"))
            .fails(409)
            .replies(Reply.plain("StoredFiles"))
            .by(this::storeFiles),
        Endpoint.get("listFiles", ALL, Op.READ)
            .says("Lists the files under a property.")
            .allows(Audience.CONTRIBUTORS)
            .replies(Reply.list("File"))
            .by(this::listFiles),
        Endpoint.delete("deleteFiles", ALL, Op.DELETE)
            .says("Deletes all files under a property.")
            .allows(Audience.CONTRIBUTORS)
            .replies(Reply.plain("DeletedFiles"))
            .by(this::deleteFiles),
        Endpoint.put("replaceFile", ONE, Op.UPDATE)
            .says("Replaces the content of a file.")
            .allows(Audience.CONTRIBUTORS)
            .reads(RequestHeader.IF_MATCH)
            .takes(Body.files("file"))
            .replies(Reply.plain("StoredFiles"))
            .by(this::replaceFile),
        Endpoint.get("readFile", ONE, Op.READ)
            .says("Downloads a file, or ranges of it.")
            .allows(Audience.CONTRIBUTORS)
            .reads(
                RequestHeader.RANGE,
                RequestHeader.IF_RANGE,
                RequestHeader.IF_MATCH,
                RequestHeader.IF_NONE_MATCH)
            .replies(Reply.file())
            .by(this::readFile),
        Endpoint.delete("deleteFile", ONE, Op.DELETE)
            .says("Deletes a file.")
            .allows(Audience.CONTRIBUTORS)
            .reads(RequestHeader.IF_MATCH)
            .replies(Reply.plain("DeletedFiles"))
            .by(this::deleteFile));
  }

  private Future<Answer> storeFiles(Call call) {
    var request = new StoreFilesRequest(call.type(), call.id(), call.path("property"));
    return bus.ask(STORE_FILES, request, call.context())
        .compose(transfer -> streams.upload(call.request(), transfer));
  }

  private Future<Answer> replaceFile(Call call) {
    var request =
        new ReplaceFileRequest(
            call.type(),
            call.id(),
            call.path("property"),
            call.path("documentId"),
            call.request().getHeader("if-match"));
    return bus.ask(REPLACE_FILE, request, call.context())
        .compose(transfer -> streams.upload(call.request(), transfer));
  }

  private Future<Answer> readFile(Call call) {
    var request =
        new ReadFileRequest(call.type(), call.id(), call.path("property"), call.path("documentId"));
    return bus.ask(READ_FILE, request, call.context())
        .compose(transfer -> streams.download(call.request(), transfer));
  }

  private Future<Answer> listFiles(Call call) {
    var request = new ListFilesRequest(call.type(), call.id(), call.path("property"));
    return bus.ask(LIST_FILES, request, call.context()).map(found -> Answer.plain(found.files()));
  }

  private Future<Answer> deleteFile(Call call) {
    var request =
        new DeleteFileRequest(
            call.type(),
            call.id(),
            call.path("property"),
            call.path("documentId"),
            call.request().getHeader("if-match"));
    return bus.ask(DELETE_FILE, request, call.context()).map(Answer::plain);
  }

  private Future<Answer> deleteFiles(Call call) {
    var request = new DeleteFilesRequest(call.type(), call.id(), call.path("property"));
    return bus.ask(DELETE_FILES, request, call.context()).map(Answer::plain);
  }
}
