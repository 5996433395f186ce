package org.attestry.gateway.http;

import java.util.HashMap;
import java.util.Map;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.runtime.json.Json;

/**
 * The reply of an endpoint that has succeeded.
 *
 * @param headers in addition to those of every response
 */
public record Reply(Content content, Map<String, String> headers) {

  /** The content of the response. */
  public sealed interface Content {}

  /**
   * The envelope (interface 2.1).
   *
   * @param result null where the operation returns no data
   */
  public record Enveloped(Object result) implements Content {}

  /**
   * Content without an envelope. Its type is the reply's {@code content-type}, or else the
   * endpoint's first media type.
   */
  public record Plain(int status, JsonBytes bytes) implements Content {}

  /** A document that clients may cache and revalidate (RFC 9110 section 13.1.2). */
  public record Cacheable(StaticDocument document) implements Content {}

  /** Contents without data. */
  public enum Nothing implements Content {
    /** Status 200 and nothing else. */
    EMPTY,
    /** The response is already written: a file was streamed. */
    WRITTEN
  }

  /** Returns the number of bytes of content that was read; 0 for other content. */
  public int bytesRead() {
    return content instanceof Plain plain && plain.status() == 200
        ? plain.bytes().utf8().length
        : 0;
  }

  public static Reply done() {
    return result(null);
  }

  public static Reply result(Object result) {
    return new Reply(new Enveloped(result), Map.of());
  }

  /** The reply to a create: the new entity's id, address and version. */
  public static Reply created(EntityReceipt receipt) {
    String address = "/api/v1/%s/%s".formatted(receipt.type(), receipt.osid());
    return new Reply(
        new Enveloped(Map.of(receipt.type(), Map.of("osid", receipt.osid()))),
        Map.of("location", address, "etag", etag(receipt.version())));
  }

  /** The reply to a change: the new version. */
  public static Reply updated(EntityReceipt receipt) {
    return done().with("etag", etag(receipt.version()));
  }

  public static Reply plain(Object document) {
    return plain(Json.write(document));
  }

  public static Reply plain(JsonBytes json) {
    return plain(200, json);
  }

  public static Reply plain(int status, JsonBytes json) {
    return document(status, json, Map.of());
  }

  /** Returns content other than JSON; its {@code content-type} is among the headers. */
  public static Reply document(int status, JsonBytes bytes, Map<String, String> headers) {
    return new Reply(new Plain(status, bytes), headers);
  }

  public static Reply cacheable(StaticDocument document) {
    return new Reply(new Cacheable(document), Map.of());
  }

  public static Reply empty() {
    return new Reply(Nothing.EMPTY, Map.of());
  }

  public static Reply written() {
    return new Reply(Nothing.WRITTEN, Map.of());
  }

  public static String etag(long version) {
    return "\"" + version + "\"";
  }

  /** The same reply with one more header. */
  public Reply with(String name, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(name, value);
    return new Reply(content, more);
  }
}
