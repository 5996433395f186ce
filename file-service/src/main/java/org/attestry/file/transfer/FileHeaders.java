package org.attestry.file.transfer;

import io.vertx.core.http.HttpServerResponse;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.attestry.file.entityfile.StoredFile;

/**
 * The headers of a download. A file is always sent as an attachment, never as content that a
 * browser executes.
 */
final class FileHeaders {

  private FileHeaders() {}

  static void write(HttpServerResponse response, StoredFile file) {
    response
        .putHeader("content-type", file.contentType())
        .putHeader("content-disposition", disposition(file.fileName()))
        .putHeader("etag", etag(file))
        .putHeader("accept-ranges", "bytes")
        .putHeader("x-content-type-options", "nosniff");
  }

  static String etag(StoredFile file) {
    return '"' + file.sha256() + '"';
  }

  /**
   * Returns the value for RFC 6266: an ASCII name for old clients, and the actual name encoded by
   * RFC 8187.
   */
  static String disposition(String name) {
    String plain = name.replaceAll("[^A-Za-z0-9._ -]", "_");
    String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    return "attachment; filename=\"%s\"; filename*=UTF-8''%s".formatted(plain, encoded);
  }
}
