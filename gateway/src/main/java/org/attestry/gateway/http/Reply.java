package org.attestry.gateway.http;

/**
 * What an endpoint answers when it succeeds.
 *
 * @param kind how it is wrapped
 * @param shape the name of the definition of the result or document, {@link Body#ENTITY} for an
 *     entity, empty where there is none
 * @param mediaType of the document
 */
public record Reply(Kind kind, String shape, String mediaType) {

  /** How an answer is wrapped. */
  public enum Kind {
    ENVELOPE,
    PLAIN,
    PLAIN_LIST,
    FILE,
    BLANK
  }

  static final String JSON = "application/json";

  static Reply envelope() {
    return envelope("");
  }

  static Reply envelope(String result) {
    return new Reply(Kind.ENVELOPE, result, JSON);
  }

  static Reply plain(String document) {
    return new Reply(Kind.PLAIN, document, JSON);
  }

  static Reply list(String item) {
    return new Reply(Kind.PLAIN_LIST, item, JSON);
  }

  static Reply document(String mediaType) {
    return new Reply(Kind.PLAIN, "", mediaType);
  }

  static Reply file() {
    return new Reply(Kind.FILE, "", "application/octet-stream");
  }

  static Reply blank() {
    return new Reply(Kind.BLANK, "", JSON);
  }
}
