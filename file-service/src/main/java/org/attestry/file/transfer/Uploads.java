package org.attestry.file.transfer;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpServerFileUpload;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.file.StoredFiles;
import org.attestry.contracts.file.StoredFiles.FileError;
import org.attestry.file.domain.Property;
import org.attestry.file.domain.StoreFile;
import org.attestry.file.domain.StoreFile.Incoming;
import org.attestry.file.domain.StoredFile;
import org.attestry.runtime.bus.Failures;

/** Receives multipart uploads, each part streamed to the store as it comes. */
final class Uploads {

  private static final String PART = "files";
  private static final String REPLACEMENT_PART = "file";
  private static final String UNKNOWN_TYPE = "application/octet-stream";

  private final StoreFile storeFile;
  private final LimitsConfig limits;
  private final Context context;

  Uploads(StoreFile storeFile, LimitsConfig limits, Context context) {
    this.storeFile = storeFile;
    this.limits = limits;
    this.context = context;
  }

  /** Stores every part named {@code files}; fails when none could be stored. */
  Future<StoredFiles> storeAll(Property property, HttpServerRequest request, CallContext call) {
    return receive(
        request, PART, limits.filesPerUpload(), file -> storeFile.store(property, file, call));
  }

  /** Replaces a file by the part named {@code file}. */
  Future<StoredFiles> replace(StoredFile old, HttpServerRequest request, CallContext call) {
    return receive(request, REPLACEMENT_PART, 1, file -> storeFile.replace(old, file, call));
  }

  private interface Store {
    Future<StoredFile> apply(Incoming file);
  }

  private Future<StoredFiles> receive(
      HttpServerRequest request, String part, int most, Store store) {
    List<Future<Outcome>> outcomes = new ArrayList<>();
    List<UploadPipe> pipes = new ArrayList<>();
    Promise<Void> ended = Promise.promise();
    request.setExpectMultipart(true);
    request.uploadHandler(
        upload -> {
          if (!upload.name().equals(part)) {
            outcomes.add(refused(upload, "name the part '%s'.".formatted(part)));
          } else if (pipes.size() == most) {
            outcomes.add(refused(upload, "send at most %d at once.".formatted(most)));
          } else {
            UploadPipe pipe = new UploadPipe(upload, context, limits.fileBytes());
            pipes.add(pipe);
            outcomes.add(outcome(upload, pipe, store));
          }
        });
    request.exceptionHandler(
        cause -> {
          pipes.forEach(pipe -> pipe.fail(cause));
          ended.tryFail(cause);
        });
    request.endHandler(end -> ended.tryComplete());
    request.resume();
    return ended
        .future()
        .compose(all -> Future.join(outcomes))
        .map(all -> answer(outcomes.stream().map(Future::result).toList(), part));
  }

  private static Future<Outcome> outcome(
      HttpServerFileUpload upload, UploadPipe pipe, Store store) {
    String type = upload.contentType() == null ? UNKNOWN_TYPE : upload.contentType();
    return store
        .apply(new Incoming(upload.filename(), type, pipe))
        .map(file -> new Outcome(upload.filename(), file, null))
        .recover(cause -> Future.succeededFuture(failed(upload, cause)))
        .onComplete(done -> pipe.close());
  }

  private static Outcome failed(HttpServerFileUpload upload, Throwable cause) {
    Failure failure =
        cause instanceof UploadPipe.FileTooLargeException large
            ? Failure.of(FailureKind.TOO_LARGE, "file.too-large", large.getMessage())
            : Failures.of(cause, "file.storeFiles");
    return new Outcome(upload.filename(), null, failure);
  }

  private static Future<Outcome> refused(HttpServerFileUpload upload, String remedy) {
    upload.handler(passBy -> {});
    Failure failure =
        Failure.of(FailureKind.INVALID, "file.upload", "The part was not stored: " + remedy);
    return Future.succeededFuture(new Outcome(upload.filename(), null, failure));
  }

  private static StoredFiles answer(List<Outcome> outcomes, String part) {
    if (outcomes.isEmpty()) {
      String remedy = "The body has no file; send multipart/form-data with a part '%s'.";
      throw Failure.invalid("file.upload", "", "multipart", remedy.formatted(part)).exception();
    }
    if (outcomes.stream().noneMatch(Outcome::stored)) {
      throw new FailureException(outcomes.get(0).failure());
    }
    return new StoredFiles(
        outcomes.stream().filter(Outcome::stored).map(o -> o.file().location()).toList(),
        outcomes.stream()
            .filter(o -> !o.stored())
            .map(o -> new FileError(o.name(), o.failure().message()))
            .toList());
  }

  /** What became of one part. */
  private record Outcome(String name, StoredFile file, Failure failure) {
    boolean stored() {
      return file != null;
    }
  }
}
