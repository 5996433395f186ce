package org.attestry.bench.load;

/**
 * A request that is repeated. Path and body are templates of {@code requests.lua}.
 *
 * @param body the body, empty for none
 * @param accept the media type that is accepted, empty for any
 * @param rows the number of rows from which {@code {i}} and {@code {id}} select
 * @param types the number of types from which {@code {t}} selects
 */
public record Load(String method, String path, String body, String accept, int rows, int types) {

  public static Load of(String method, String path, String body) {
    return new Load(method, path, body, "", 1, 1);
  }

  public Load accept(String mediaType) {
    return new Load(method, path, body, mediaType, rows, types);
  }

  public Load rows(int count) {
    return new Load(method, path, body, accept, count, types);
  }

  public Load types(int count) {
    return new Load(method, path, body, accept, rows, count);
  }
}
