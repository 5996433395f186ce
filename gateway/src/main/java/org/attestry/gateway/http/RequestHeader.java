package org.attestry.gateway.http;

/** A header that some operations read, in addition to those that every request may have. */
public enum RequestHeader {
  IF_MATCH("If-Match", "the ETag of the version that is meant; another one answers 412"),
  IDEMPOTENCY_KEY(
      "Idempotency-Key",
      "1 to 255 visible ASCII characters of the client's choice; the same request under the same"
          + " key has one effect and one answer for 24 hours, another request under it answers 422,"
          + " and 409 while the first is being worked on; without a token a key is that of the"
          + " address and of the request's content"),
  IF_NONE_MATCH("If-None-Match", "the ETags that the client has; one of them answers 304"),
  IF_RANGE("If-Range", "the ETag of the file that the range is of; another one answers all of it"),
  IMPORT_ID("Import-Id", "a UUID of your choice, under which a broken import can go on"),
  RANGE("Range", "the bytes that are wanted, such as bytes=0-1023");

  private final String title;
  private final String description;

  RequestHeader(String title, String description) {
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
