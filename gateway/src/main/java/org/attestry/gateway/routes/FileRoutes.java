package org.attestry.gateway.routes;

import static org.attestry.contracts.file.FileOperations.ADOPT_FILE;
import static org.attestry.contracts.file.FileOperations.DELETE_FILE;
import static org.attestry.contracts.file.FileOperations.DELETE_FILES;
import static org.attestry.contracts.file.FileOperations.LIST_FILES;
import static org.attestry.contracts.file.FileOperations.READ_FILE;
import static org.attestry.contracts.file.FileOperations.REPLACE_FILE;
import static org.attestry.contracts.file.FileOperations.STORE_FILES;

import io.vertx.core.Future;
import java.util.Map;
import org.attestry.contracts.file.FileOperations.AdoptFileRequest;
import org.attestry.contracts.file.FileOperations.DeleteFileRequest;
import org.attestry.contracts.file.FileOperations.DeleteFilesRequest;
import org.attestry.contracts.file.FileOperations.ListFilesRequest;
import org.attestry.contracts.file.FileOperations.ReadFileRequest;
import org.attestry.contracts.file.FileOperations.ReplaceFileRequest;
import org.attestry.contracts.file.FileOperations.StoreFilesRequest;
import org.attestry.gateway.http.Adoption;
import org.attestry.gateway.http.Call;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.Reply;

/** Files of an entity's property (interface 8). */
public record FileRoutes(FileStreams streams, Adoption adoption) {

  /** Adds the handlers of the operations, by operationId. */
  public void bind(Map<String, Endpoint.Handler> handlers) {
    handlers.put("storeFiles", this::storeFiles);
    handlers.put("listFiles", this::listFiles);
    handlers.put("deleteFiles", this::deleteFiles);
    handlers.put("replaceFile", this::replaceFile);
    handlers.put("readFile", this::readFile);
    handlers.put("deleteFile", this::deleteFile);
  }

  private Future<Reply> storeFiles(Call call) {
    var request = new StoreFilesRequest(call.type(), call.id(), call.path("property"));
    return call.request(STORE_FILES, request).compose(transfer -> streams.upload(call, transfer));
  }

  private Future<Reply> replaceFile(Call call) {
    if (adoption.isAsked(call)) {
      return adoptFile(call);
    }
    var request =
        new ReplaceFileRequest(
            call.type(),
            call.id(),
            call.path("property"),
            call.path("documentId"),
            call.request().getHeader("if-match"));
    return call.request(REPLACE_FILE, request).compose(transfer -> streams.upload(call, transfer));
  }

  private Future<Reply> adoptFile(Call call) {
    var request =
        new AdoptFileRequest(
            call.type(),
            call.id(),
            call.path("property"),
            call.path("documentId"),
            call.before("createdAt"));
    return call.request(ADOPT_FILE, request).compose(transfer -> streams.upload(call, transfer));
  }

  private Future<Reply> readFile(Call call) {
    var request =
        new ReadFileRequest(call.type(), call.id(), call.path("property"), call.path("documentId"));
    return call.request(READ_FILE, request)
        .compose(transfer -> streams.download(call.request(), transfer));
  }

  private Future<Reply> listFiles(Call call) {
    var request = new ListFilesRequest(call.type(), call.id(), call.path("property"));
    return call.request(LIST_FILES, request).map(found -> Reply.plain(found.files()));
  }

  private Future<Reply> deleteFile(Call call) {
    var request =
        new DeleteFileRequest(
            call.type(),
            call.id(),
            call.path("property"),
            call.path("documentId"),
            call.request().getHeader("if-match"));
    return call.request(DELETE_FILE, request).map(Reply::plain);
  }

  private Future<Reply> deleteFiles(Call call) {
    var request = new DeleteFilesRequest(call.type(), call.id(), call.path("property"));
    return call.request(DELETE_FILES, request).map(Reply::plain);
  }
}
