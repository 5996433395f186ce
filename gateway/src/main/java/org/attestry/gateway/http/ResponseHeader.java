package org.attestry.gateway.http;

/** A response header of some operations, in addition to those of every response. */
public enum ResponseHeader {
  ETAG("ETag", "the version, for If-Match, or If-None-Match where the operation reads it"),
  LOCATION("Location", "where the new record is"),
  CONTENT_DISPOSITION("Content-Disposition", "attachment, with the file's name");

  private final String title;
  private final String description;

  ResponseHeader(String title, String description) {
    this.title = title;
    this.description = description;
  }

  public String title() {
    return title;
  }

  public String description() {
    return description;
  }
}
