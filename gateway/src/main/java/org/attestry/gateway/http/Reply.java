package org.attestry.gateway.http;

import java.util.HashMap;
import java.util.Map;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.EntityReceipt;
import org.attestry.runtime.json.Json;

/** What an endpoint answers when it succeeds. */
public sealed interface Reply {

  /** Headers beside those that every response has. */
  Map<String, String> headers();

  /**
   * The envelope (interface 2.1).
   *
   * @param result null where the operation returns no data
   */
  record Enveloped(Object result, Map<String, String> headers) implements Reply {}

  /** JSON without an envelope. */
  record Plain(int status, JsonBytes json, Map<String, String> headers) implements Reply {

    /** What it is sent as: one of the endpoint's media types. */
    String mediaType(ReplyFormat reply) {
      return headers.getOrDefault("content-type", reply.mediaType());
    }
  }

  /** A document that clients and proxies may keep and ask for again (RFC 9110 section 13.1.2). */
  record Unchanging(StaticDocument document, Map<String, String> headers) implements Reply {}

  /** Status 200 and nothing else. */
  record Blank(Map<String, String> headers) implements Reply {}

  /** The response is already written: a file was streamed. */
  record Written(Map<String, String> headers) implements Reply {}

  static Reply done() {
    return new Enveloped(null, Map.of());
  }

  static Reply result(Object result) {
    return new Enveloped(result, Map.of());
  }

  /** A write that tells the new entity's id. */
  static Reply created(EntityReceipt receipt) {
    String address = "/api/v1/%s/%s".formatted(receipt.type(), receipt.osid());
    return new Enveloped(
        Map.of(receipt.type(), Map.of("osid", receipt.osid())),
        Map.of("location", address, "etag", etag(receipt.version())));
  }

  /** A write that tells nothing but the new version. */
  static Reply updated(EntityReceipt receipt) {
    return new Enveloped(null, Map.of("etag", etag(receipt.version())));
  }

  static Reply plain(Object document) {
    return new Plain(200, Json.write(document), Map.of());
  }

  static Reply plain(JsonBytes json) {
    return new Plain(200, json, Map.of());
  }

  static Reply unchanging(StaticDocument document) {
    return new Unchanging(document, Map.of());
  }

  static Reply blank() {
    return new Blank(Map.of());
  }

  static Reply written() {
    return new Written(Map.of());
  }

  static String etag(long version) {
    return "\"" + version + "\"";
  }

  /** The same answer with one more header. */
  default Reply with(String name, String value) {
    Map<String, String> more = new HashMap<>(headers());
    more.put(name, value);
    return switch (this) {
      case Enveloped answer -> new Enveloped(answer.result(), more);
      case Plain answer -> new Plain(answer.status(), answer.json(), more);
      case Unchanging answer -> new Unchanging(answer.document(), more);
      case Blank answer -> new Blank(more);
      case Written answer -> new Written(more);
    };
  }
}
