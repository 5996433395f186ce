package org.attestry.gateway.http;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * How an endpoint replies when it succeeds.
 *
 * @param kind how it is wrapped
 * @param forms the media types of the reply, the default first
 * @param headers in addition to those of every response
 */
public record ReplyFormat(Kind kind, List<Form> forms, List<ResponseHeader> headers) {

  /**
   * One form of the reply.
   *
   * @param shape the name of the definition of the result or document, {@link Body#ENTITY} for an
   *     entity, empty where there is none
   */
  public record Form(String mediaType, String shape) {}

  /** How a reply is wrapped. */
  public enum Kind {
    ENVELOPE,
    PLAIN,
    PLAIN_LIST,
    FILE,
    EMPTY
  }

  public static final String JSON = "application/json";

  /** One JSON value in each line. */
  static final String NDJSON = "application/x-ndjson";

  /** RFC 4180, with a header. */
  static final String CSV = "text/csv";

  /** A credential in W3C Verifiable Credentials Data Model form. */
  static final String CREDENTIAL = "application/vc+ld+json";

  public ReplyFormat {
    forms = List.copyOf(forms);
    headers = List.copyOf(headers);
  }

  /** The definition of the default form. */
  public String shape() {
    return forms.get(0).shape();
  }

  /** The default media type. */
  public String mediaType() {
    return forms.get(0).mediaType();
  }

  public List<String> mediaTypes() {
    return forms.stream().map(Form::mediaType).toList();
  }

  /** The same reply, also in another form for clients that accept it. */
  ReplyFormat or(String mediaType, String shape) {
    Stream<Form> more = Stream.of(new Form(mediaType, shape));
    return new ReplyFormat(kind, Stream.concat(forms.stream(), more).toList(), headers);
  }

  public ReplyFormat with(ResponseHeader... given) {
    return new ReplyFormat(
        kind, forms, Stream.concat(headers.stream(), Arrays.stream(given)).distinct().toList());
  }

  static ReplyFormat envelope() {
    return envelope("");
  }

  static ReplyFormat envelope(String result) {
    return of(Kind.ENVELOPE, JSON, result);
  }

  static ReplyFormat plain(String document) {
    return of(Kind.PLAIN, JSON, document);
  }

  static ReplyFormat list(String item) {
    return of(Kind.PLAIN_LIST, JSON, item);
  }

  public static ReplyFormat document(String mediaType) {
    return of(Kind.PLAIN, mediaType, "");
  }

  public static ReplyFormat file() {
    return of(Kind.FILE, "application/octet-stream", "")
        .with(ResponseHeader.ETAG, ResponseHeader.CONTENT_DISPOSITION);
  }

  /** Rows, streamed; a response without HTTP's end is not complete. */
  static ReplyFormat rows() {
    return of(Kind.FILE, NDJSON, "").or(CSV, "").with(ResponseHeader.CONTENT_DISPOSITION);
  }

  static ReplyFormat empty() {
    return of(Kind.EMPTY, JSON, "");
  }

  private static ReplyFormat of(Kind kind, String mediaType, String shape) {
    return new ReplyFormat(kind, List.of(new Form(mediaType, shape)), List.of());
  }
}
