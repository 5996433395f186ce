package org.attestry.bench;

/**
 * A request to repeat. Path and body are templates as {@code requests.lua} reads them.
 *
 * @param body empty for none
 * @param rows how many rows {@code {i}} and {@code {id}} choose from
 * @param types how many types {@code {t}} chooses from
 */
record Load(String method, String path, String body, int rows, int types) {

  static Load of(String method, String path, String body) {
    return new Load(method, path, body, 1, 1);
  }

  Load rows(int count) {
    return new Load(method, path, body, count, types);
  }

  Load types(int count) {
    return new Load(method, path, body, rows, count);
  }
}
