package org.attestry.gateway.http;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;
import org.attestry.runtime.identifier.Sha256;

/**
 * A document that is the same for all clients; it is written once and compressed once.
 *
 * @param compressed the content in gzip (RFC 1952)
 * @param etag weak, because both encodings share it
 */
public record StaticDocument(String mediaType, Buffer plain, Buffer compressed, String etag) {

  private static final int ETAG_DIGITS = 32;

  public static StaticDocument of(String mediaType, byte[] content) {
    return new StaticDocument(
        mediaType, Buffer.buffer(content), Buffer.buffer(gzip(content)), etag(content));
  }

  private static byte[] gzip(byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static String etag(byte[] content) {
    return "W/\"" + Sha256.hex(content).substring(0, ETAG_DIGITS) + "\"";
  }
}
