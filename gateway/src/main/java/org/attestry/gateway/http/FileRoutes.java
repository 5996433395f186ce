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
        Endpoint.post("storeFiles", ALL)
            .summary("Stores files under a property.")
            .allows(AllowedCallers.CONTRIBUTORS)
            .takes(Body.files("files"))
            .fails(409)
            .replies(ReplyFormat.plain("StoredFiles"), this::storeFiles),
        Endpoint.get("listFiles", ALL)
            .summary("Lists the files under a property.")
            .allows(AllowedCallers.CONTRIBUTORS)
            .replies(ReplyFormat.list("File"), this::listFiles),
        Endpoint.delete("deleteFiles", ALL)
            .summary("Deletes all files under a property.")
            .allows(AllowedCallers.CONTRIBUTORS)
            .replies(ReplyFormat.plain("DeletedFiles"), this::deleteFiles),
        Endpoint.put("replaceFile", ONE)
            .summary("Replaces the content of a file.")
            .allows(AllowedCallers.CONTRIBUTORS)
            .reads(RequestHeader.IF_MATCH)
            .takes(Body.files("file"))
            .replies(ReplyFormat.plain("StoredFiles"), this::replaceFile),
        Endpoint.get("readFile", ONE)
            .summary("Downloads a file, or ranges of it.")
            .allows(AllowedCallers.CONTRIBUTORS)
            .reads(
                RequestHeader.RANGE,
                RequestHeader.IF_RANGE,
                RequestHeader.IF_MATCH,
                RequestHeader.IF_NONE_MATCH)
            .replies(ReplyFormat.file(), this::readFile),
        Endpoint.delete("deleteFile", ONE)
            .summary("Deletes a file.")
            .allows(AllowedCallers.CONTRIBUTORS)
            .reads(RequestHeader.IF_MATCH)
            .replies(ReplyFormat.plain("DeletedFiles"), this::deleteFile));
  }

  private Future<Reply> storeFiles(Call call) {
    var request = new StoreFilesRequest(call.type(), call.id(), call.path("property"));
    return bus.request(STORE_FILES, request, call.context())
        .compose(transfer -> streams.upload(call.request(), transfer));
  }

  private Future<Reply> replaceFile(Call call) {
    var request =
        new ReplaceFileRequest(
            call.type(),
            call.id(),
            call.path("property"),
            call.path("documentId"),
            call.request().getHeader("if-match"));
    return bus.request(REPLACE_FILE, request, call.context())
        .compose(transfer -> streams.upload(call.request(), transfer));
  }

  private Future<Reply> readFile(Call call) {
    var request =
        new ReadFileRequest(call.type(), call.id(), call.path("property"), call.path("documentId"));
    return bus.request(READ_FILE, request, call.context())
        .compose(transfer -> streams.download(call.request(), transfer));
  }

  private Future<Reply> listFiles(Call call) {
    var request = new ListFilesRequest(call.type(), call.id(), call.path("property"));
    return bus.request(LIST_FILES, request, call.context())
        .map(found -> Reply.plain(found.files()));
  }

  private Future<Reply> deleteFile(Call call) {
    var request =
        new DeleteFileRequest(
            call.type(),
            call.id(),
            call.path("property"),
            call.path("documentId"),
            call.request().getHeader("if-match"));
    return bus.request(DELETE_FILE, request, call.context()).map(Reply::plain);
  }

  private Future<Reply> deleteFiles(Call call) {
    var request = new DeleteFilesRequest(call.type(), call.id(), call.path("property"));
    return bus.request(DELETE_FILES, request, call.context()).map(Reply::plain);
  }
}
