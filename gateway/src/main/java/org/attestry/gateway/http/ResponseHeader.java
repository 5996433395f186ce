package org.attestry.gateway.http;

/** A header that some operations answer with, beside those that every response has. */
public enum ResponseHeader {
  ETAG("ETag", "the version, for If-Match, or If-None-Match where the operation reads it"),
  LOCATION("Location", "where the new record is"),
  CONTENT_DISPOSITION("Content-Disposition", "attachment, with the file's name");

  private final String title;
  private final String says;

  ResponseHeader(String title, String says) {
    this.title = title;
    this.says = says;
  }

  public String title() {
    return title;
  }

  public String says() {
    return says;
  }
}
