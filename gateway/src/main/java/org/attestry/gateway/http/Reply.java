package org.attestry.gateway.http;

import java.util.List;
import java.util.stream.Stream;

/**
 * What an endpoint answers when it succeeds.
 *
 * @param kind how it is wrapped
 * @param shape the name of the definition of the result or document, {@link Body#ENTITY} for an
 *     entity, empty where there is none
 * @param mediaTypes of the document, the usual one first
 */
public record Reply(Kind kind, String shape, List<String> mediaTypes) {

  /** How an answer is wrapped. */
  public enum Kind {
    ENVELOPE,
    PLAIN,
    PLAIN_LIST,
    FILE,
    BLANK
  }

  static final String JSON = "application/json";

  /** A credential in W3C Verifiable Credentials Data Model form. */
  static final String CREDENTIAL = "application/vc+ld+json";

  public Reply {
    mediaTypes = List.copyOf(mediaTypes);
  }

  /** The usual media type. */
  public String mediaType() {
    return mediaTypes.get(0);
  }

  /** The same answer, for a client that accepts it in another form too. */
  Reply or(String mediaType) {
    return new Reply(
        kind, shape, Stream.concat(mediaTypes.stream(), Stream.of(mediaType)).toList());
  }

  static Reply envelope() {
    return envelope("");
  }

  static Reply envelope(String result) {
    return new Reply(Kind.ENVELOPE, result, List.of(JSON));
  }

  static Reply plain(String document) {
    return new Reply(Kind.PLAIN, document, List.of(JSON));
  }

  static Reply list(String item) {
    return new Reply(Kind.PLAIN_LIST, item, List.of(JSON));
  }

  static Reply document(String mediaType) {
    return new Reply(Kind.PLAIN, "", List.of(mediaType));
  }

  static Reply file() {
    return new Reply(Kind.FILE, "", List.of("application/octet-stream"));
  }

  static Reply blank() {
    return new Reply(Kind.BLANK, "", List.of(JSON));
  }
}
