package org.attestry.gateway.http;

/**
 * What an endpoint's request carries.
 *
 * @param kind how it is read
 * @param shape the name of its definition, {@link #ENTITY} or {@link #ANY} for JSON; the name of
 *     the part for files
 * @param checked whether the gateway checks it against its definition
 */
public record Body(Kind kind, String shape, boolean checked) {

  /** An entity of the type in the path. */
  public static final String ENTITY = "{type}";

  /** Any JSON value. */
  public static final String ANY = "*";

  /** How a body is read. */
  public enum Kind {
    NONE,
    JSON,
    MULTIPART
  }

  static Body none() {
    return new Body(Kind.NONE, "", false);
  }

  /** A JSON document with a definition of ours; it is checked against it. */
  static Body json(String definition) {
    return new Body(Kind.JSON, definition, true);
  }

  /** A JSON document that only the service that takes it checks. */
  static Body unchecked(String definition) {
    return new Body(Kind.JSON, definition, false);
  }

  static Body entity() {
    return new Body(Kind.JSON, ENTITY, false);
  }

  static Body any() {
    return new Body(Kind.JSON, ANY, false);
  }

  /** Files, streamed. */
  static Body files(String part) {
    return new Body(Kind.MULTIPART, part, false);
  }
}
