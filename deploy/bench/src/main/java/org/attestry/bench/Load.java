package org.attestry.bench;

/**
 * A request to repeat. Path and body are templates as {@code requests.lua} reads them.
 *
 * @param body empty for none
 * @param accept the media type that is accepted, empty for any
 * @param rows how many rows {@code {i}} and {@code {id}} choose from
 * @param types how many types {@code {t}} chooses from
 */
record Load(String method, String path, String body, String accept, int rows, int types) {

  static Load of(String method, String path, String body) {
    return new Load(method, path, body, "", 1, 1);
  }

  Load accept(String mediaType) {
    return new Load(method, path, body, mediaType, rows, types);
  }

  Load rows(int count) {
    return new Load(method, path, body, accept, count, types);
  }

  Load types(int count) {
    return new Load(method, path, body, accept, rows, count);
  }
}
