package org.attestry.gateway.http;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What an endpoint answers when it succeeds.
 *
 * @param kind how it is wrapped
 * @param forms what it can be had as, the usual one first
 * @param headers beside those that every response has
 */
public record ReplyFormat(Kind kind, List<Form> forms, List<ResponseHeader> headers) {

  /**
   * One form of the answer.
   *
   * @param shape the name of the definition of the result or document, {@link Body#ENTITY} for an
   *     entity, empty where there is none
   */
  public record Form(String mediaType, String shape) {}

  /** How an answer is wrapped. */
  public enum Kind {
    ENVELOPE,
    PLAIN,
    PLAIN_LIST,
    FILE,
    BLANK
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

  /** The definition of the usual form. */
  public String shape() {
    return forms.get(0).shape();
  }

  /** The usual media type. */
  public String mediaType() {
    return forms.get(0).mediaType();
  }

  public List<String> mediaTypes() {
    return forms.stream().map(Form::mediaType).toList();
  }

  /** The same answer, for a client that accepts it in another form too. */
  ReplyFormat or(String mediaType, String shape) {
    Stream<Form> more = Stream.of(new Form(mediaType, shape));
    return new ReplyFormat(kind, Stream.concat(forms.stream(), more).toList(), headers);
  }

  ReplyFormat with(ResponseHeader... given) {
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

  static ReplyFormat document(String mediaType) {
    return of(Kind.PLAIN, mediaType, "");
  }

  static ReplyFormat file() {
    return of(Kind.FILE, "application/octet-stream", "")
        .with(ResponseHeader.ETAG, ResponseHeader.CONTENT_DISPOSITION);
  }

  /** Rows, streamed; one that does not end as HTTP has it is not whole. */
  static ReplyFormat rows() {
    return of(Kind.FILE, NDJSON, "").or(CSV, "").with(ResponseHeader.CONTENT_DISPOSITION);
  }

  static ReplyFormat blank() {
    return of(Kind.BLANK, JSON, "");
  }

  private static ReplyFormat of(Kind kind, String mediaType, String shape) {
    return new ReplyFormat(kind, List.of(new Form(mediaType, shape)), List.of());
  }
}
