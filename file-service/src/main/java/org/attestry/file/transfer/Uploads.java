package org.attestry.file.transfer;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.file.FileOperations.StoredFiles;
import org.attestry.file.entityfile.Property;
import org.attestry.file.entityfile.StoreFile;
import org.attestry.file.entityfile.StoredFile;
import org.attestry.file.entityfile.TransferTickets.Transfer;
import org.attestry.file.transfer.FormFiles.Received;

/** Receives forms with files and stores their records once a form was read completely. */
record Uploads(Vertx vertx, StoreFile storeFile, TransferLimits limits) {

  private static final String PART = "files";
  private static final String REPLACEMENT_PART = "file";
  private static final long FORM_BYTES = 1 << 20;

  /** Stores every part named {@code files}; fails when none was stored. */
  Future<StoredFiles> storeAll(Property property, HttpServerRequest request, CallContext call) {
    return receive(
            request, call.deadline().caller(), PART, limits.filesPerUpload(), limits.uploadBytes())
        .compose(
            received ->
                storeFile
                    .store(property, received.stored(), call)
                    .map(stored -> reply(stored, received)));
  }

  /** Replaces a file by the part named {@code file}. */
  Future<StoredFiles> replace(
      Transfer.Replacement replacement, HttpServerRequest request, CallContext call) {
    return receive(
            request, call.deadline().caller(), REPLACEMENT_PART, 1, limits.fileBytes() + FORM_BYTES)
        .compose(
            received ->
                storeFile
                    .replace(
                        replacement.file(),
                        replacement.condition(),
                        received.stored().getFirst(),
                        call)
                    .map(stored -> reply(List.of(stored), received)));
  }

  /** Stores a file of a former system from the part named {@code file}. */
  Future<StoredFiles> adopt(
      Transfer.Adoption adoption, HttpServerRequest request, CallContext call) {
    return receive(
            request, call.deadline().caller(), REPLACEMENT_PART, 1, limits.fileBytes() + FORM_BYTES)
        .compose(
            received ->
                storeFile
                    .adopt(
                        adoption.property(),
                        adoption.name(),
                        adoption.createdAt(),
                        received.stored().getFirst(),
                        call)
                    .map(stored -> reply(List.of(stored), received)));
  }

  private Future<Received> receive(
      HttpServerRequest request, CallerKey caller, String part, int most, long bytes) {
    FormFiles.Terms terms = new FormFiles.Terms(part, most, limits.fileBytes(), bytes, caller);
    return Upload.read(vertx, request, terms, limits.rate(), storeFile)
        .map(received -> requireSome(received, part));
  }

  private static Received requireSome(Received received, String part) {
    if (!received.stored().isEmpty()) {
      return received;
    }
    if (received.failure() != null) {
      throw new FailureException(received.failure());
    }
    String remedy = "The body has no file; send multipart/form-data with a part '%s'.";
    throw FailureException.invalid("file.upload", "", "multipart", remedy.formatted(part));
  }

  private static StoredFiles reply(List<StoredFile> stored, Received received) {
    return new StoredFiles(stored.stream().map(StoredFile::location).toList(), received.errors());
  }
}
