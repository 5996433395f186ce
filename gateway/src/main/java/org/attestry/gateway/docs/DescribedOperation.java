package org.attestry.gateway.docs;

import java.util.Locale;
import org.attestry.gateway.http.Body;
import org.attestry.gateway.http.Endpoint;

/**
 * An endpoint as a description shows it: as it stands, or for one type.
 *
 * @param path with {@code {type}} replaced where it is for one type
 * @param operationId unique in the description
 * @param tag what it is listed under
 * @param type the name of the type, or null where the type is a parameter of the path
 * @param entity the name of the definition of an entity
 */
record DescribedOperation(
    Endpoint endpoint, String path, String operationId, String tag, String type, String entity) {

  private static final String TYPE = "{type}";

  static DescribedOperation of(Endpoint endpoint) {
    String path = endpoint.describedPath();
    return new DescribedOperation(
        endpoint, path, endpoint.operationId(), tag(path), null, "Entity");
  }

  static DescribedOperation of(Endpoint endpoint, DescribedInterface.Type type) {
    return new DescribedOperation(
        endpoint,
        endpoint.describedPath().replace(TYPE, type.name()),
        endpoint.operationId() + "-" + type.name(),
        type.name(),
        type.name(),
        type.definition());
  }

  String method() {
    return endpoint.method().name().toLowerCase(Locale.ROOT);
  }

  /** Who may call the operation. */
  String description() {
    return "Who may call: " + endpoint.audience().sentence();
  }

  /** The definition that a body or reply names. */
  String definition(String shape) {
    return shape.equals(Body.ENTITY) ? entity : shape;
  }

  private static String tag(String path) {
    if (path.contains("/documents")) {
      return "files";
    }
    if (path.contains("/claims") || path.equals("/api/v1/send")) {
      return "attestation";
    }
    if (path.startsWith("/api/v1/Schema")) {
      return "schemas";
    }
    if (path.startsWith("/api/v1/" + TYPE) && !path.endsWith("/revoke")) {
      return "entities";
    }
    return path.startsWith("/api/docs") || path.equals("/health") ? "interface" : "credentials";
  }
}
