package org.attestry.gateway.http;

import java.util.HashMap;
import java.util.Map;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.EntityOperations.EntityReceipt;
import org.attestry.runtime.json.Json;

/** What an endpoint replies when it succeeds. */
public sealed interface Reply {

  /** Headers in addition to those of every response. */
  Map<String, String> headers();

  /**
   * The envelope (interface 2.1).
   *
   * @param result null where the operation returns no data
   */
  record Enveloped(Object result, Map<String, String> headers) implements Reply {}

  /** JSON without an envelope. */
  record Plain(int status, JsonBytes json, Map<String, String> headers) implements Reply {

    /** One of the endpoint's media types. */
    String mediaType(Endpoint endpoint) {
      return headers.getOrDefault("content-type", endpoint.replies().getFirst());
    }
  }

  /** A document that clients may cache and revalidate (RFC 9110 section 13.1.2). */
  record Cacheable(StaticDocument document, Map<String, String> headers) implements Reply {}

  /** Bytes that are no JSON, with their own {@code content-type} among the headers. */
  record Document(byte[] content, Map<String, String> headers) implements Reply {}

  /** A page for people, made for one request. */
  record Page(int status, String html, Map<String, String> headers) implements Reply {}

  /** Status 200 and nothing else. */
  record Empty(Map<String, String> headers) implements Reply {}

  /** The response is already written: a file was streamed. */
  record Written(Map<String, String> headers) implements Reply {}

  static Reply done() {
    return new Enveloped(null, Map.of());
  }

  static Reply result(Object result) {
    return new Enveloped(result, Map.of());
  }

  /** The reply to a create: the new entity's id, address and version. */
  static Reply created(EntityReceipt receipt) {
    String address = "/api/v1/%s/%s".formatted(receipt.type(), receipt.osid());
    return new Enveloped(
        Map.of(receipt.type(), Map.of("osid", receipt.osid())),
        Map.of("location", address, "etag", etag(receipt.version())));
  }

  /** The reply to a change: the new version. */
  static Reply updated(EntityReceipt receipt) {
    return new Enveloped(null, Map.of("etag", etag(receipt.version())));
  }

  static Reply plain(Object document) {
    return new Plain(200, Json.write(document), Map.of());
  }

  static Reply plain(JsonBytes json) {
    return new Plain(200, json, Map.of());
  }

  static Reply cacheable(StaticDocument document) {
    return new Cacheable(document, Map.of());
  }

  static Reply empty() {
    return new Empty(Map.of());
  }

  static Reply written() {
    return new Written(Map.of());
  }

  static String etag(long version) {
    return "\"" + version + "\"";
  }

  /** The same reply with one more header. */
  default Reply with(String name, String value) {
    Map<String, String> more = new HashMap<>(headers());
    more.put(name, value);
    return switch (this) {
      case Enveloped reply -> new Enveloped(reply.result(), more);
      case Plain reply -> new Plain(reply.status(), reply.json(), more);
      case Cacheable reply -> new Cacheable(reply.document(), more);
      case Document reply -> new Document(reply.content(), more);
      case Page reply -> new Page(reply.status(), reply.html(), more);
      case Empty reply -> new Empty(more);
      case Written reply -> new Written(more);
    };
  }
}
