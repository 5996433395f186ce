package org.attestry.file.transfer;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.CallerKey;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.file.FileOperations.StoredFiles.FileError;
import org.attestry.file.entityfile.BlobStore;
import org.attestry.file.entityfile.StoreFile;
import org.attestry.file.entityfile.StoreFile.Incoming;

/** Writes the files of one form to the store, one after the other, and collects the errors. */
final class FormFiles {

  /** How many bytes of a file that is too large are skipped to reach the next one. */
  private static final int OVERRUN = 64 << 10;

  private final Terms terms;
  private final StoreFile storeFile;
  private final List<Incoming> stored = new ArrayList<>();
  private final List<FileError> errors = new ArrayList<>();

  private Failure firstFailure;
  private PartHeader part;
  private BlobStore.Writing writing;
  private long partBytes;
  private long bytes;
  private boolean enough;
  private boolean cancelled;

  /**
   * Limits of a form.
   *
   * @param part the name of the parts that are stored
   * @param files the most files of the form
   * @param fileBytes the most bytes of one file
   * @param bytes the most bytes of the form
   * @param caller who sends it
   */
  record Terms(String part, int files, long fileBytes, long bytes, CallerKey caller) {}

  /**
   * The result of a form.
   *
   * @param stored files whose objects are stored, without records yet
   * @param errors the errors of files that were not stored
   * @param failure the first error, or null
   */
  record Received(List<Incoming> stored, List<FileError> errors, Failure failure) {}

  FormFiles(Terms terms, StoreFile storeFile) {
    this.terms = terms;
    this.storeFile = storeFile;
  }

  /**
   * Handles the next event of the form; completes when there is room for more.
   *
   * @throws FailureException INVALID when the form is refused
   */
  Future<Void> take(MultipartReader.Event event) {
    return switch (event) {
      case MultipartReader.Event.Begin begin -> begin(begin.header());
      case MultipartReader.Event.Content content -> content(content.bytes());
      case MultipartReader.Event.End end -> end();
      case MultipartReader.Event.Finished finished -> Future.succeededFuture();
      case MultipartReader.Event.More more -> Future.succeededFuture();
    };
  }

  /** Whether the rest of the form need not be read. */
  boolean enough() {
    return enough;
  }

  /** Returns how many bytes of the form were in files. */
  long bytes() {
    return bytes;
  }

  Received received() {
    return new Received(stored, errors, firstFailure);
  }

  /** Deletes all objects. */
  void cancel() {
    cancelled = true;
    if (writing != null) {
      writing.cancel();
      writing = null;
    }
    if (!stored.isEmpty()) {
      storeFile.discard(stored);
    }
  }

  private Future<Void> begin(PartHeader header) {
    part = header;
    partBytes = 0;
    if (!header.isFile()) {
      throw invalid(
              "The form has a field that is no file; send files alone, as parts named '%s'."
                  .formatted(terms.part()))
          .exception();
    }
    if (!header.name().equals(terms.part())) {
      refuse(invalid("The part was not stored: name it '%s'.".formatted(terms.part())));
    } else if (stored.size() == terms.files()) {
      refuse(
          invalid(
              "This file and those after it were not stored: send at most %d at once."
                  .formatted(terms.files())));
      enough = true;
    } else {
      writing = storeFile.begin(terms.caller());
    }
    enough |= errors.size() > terms.files();
    return Future.succeededFuture();
  }

  private Future<Void> content(Buffer content) {
    partBytes += content.length();
    bytes += content.length();
    if (writing != null && partBytes > terms.fileBytes()) {
      writing.cancel();
      writing = null;
      refuse(tooLarge(terms.fileBytes()));
    }
    enough |= partBytes > terms.fileBytes() + OVERRUN;
    return writing == null ? Future.succeededFuture() : writing.write(content);
  }

  private Future<Void> end() {
    return writing == null ? Future.succeededFuture() : writing.end().map(this::keep);
  }

  private Void keep(BlobStore.Blob blob) {
    if (!cancelled) {
      stored.add(new Incoming(part.fileName(), part.contentType(), writing.key(), blob));
      writing = null;
    }
    return null;
  }

  private void refuse(Failure failure) {
    errors.add(new FileError(part.fileName(), failure.message()));
    if (firstFailure == null) {
      firstFailure = failure;
    }
  }

  static Failure tooLarge(long limit) {
    return Failure.of(
        FailureKind.TOO_LARGE,
        "file.too-large",
        "The file is larger than %d bytes; send a smaller one.".formatted(limit));
  }

  private static Failure invalid(String message) {
    return Failure.of(FailureKind.INVALID, "file.upload", message);
  }
}
