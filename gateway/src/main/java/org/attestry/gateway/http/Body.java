package org.attestry.gateway.http;

import java.util.List;

/**
 * What an endpoint's request carries.
 *
 * @param kind how it is read
 * @param shape the name of its definition, {@link #ENTITY} or {@link #ANY} for JSON; the name of
 *     the part for files
 * @param checked whether the gateway checks it against its definition
 * @param optional whether it may be left out
 */
public record Body(Kind kind, String shape, boolean checked, boolean optional) {

  /** An entity of the type in the path. */
  public static final String ENTITY = "{type}";

  /** Any JSON value. */
  public static final String ANY = "*";

  /** How a body is read. */
  public enum Kind {
    NONE,
    JSON,
    MULTIPART,
    ROWS
  }

  /** The media types it may be sent as; empty where there is no body. */
  public List<String> mediaTypes() {
    return switch (kind) {
      case NONE -> List.of();
      case JSON -> List.of(ReplyFormat.JSON);
      case MULTIPART -> List.of("multipart/form-data");
      case ROWS -> List.of(ReplyFormat.NDJSON, ReplyFormat.CSV);
    };
  }

  static Body none() {
    return new Body(Kind.NONE, "", false, false);
  }

  /** A JSON document with a definition of ours; it is checked against it. */
  static Body json(String definition) {
    return new Body(Kind.JSON, definition, true, false);
  }

  /** The same, where a request may do without. */
  static Body optional(String definition) {
    return new Body(Kind.JSON, definition, true, true);
  }

  /** A JSON document that only the service that takes it checks. */
  static Body unchecked(String definition) {
    return new Body(Kind.JSON, definition, false, false);
  }

  static Body entity() {
    return new Body(Kind.JSON, ENTITY, false, false);
  }

  static Body any() {
    return new Body(Kind.JSON, ANY, false, false);
  }

  /** Any number of entities, one in each row, streamed. */
  static Body rows() {
    return new Body(Kind.ROWS, ANY, false, false);
  }

  /** Files, streamed. */
  static Body files(String part) {
    return new Body(Kind.MULTIPART, part, false, false);
  }
}
