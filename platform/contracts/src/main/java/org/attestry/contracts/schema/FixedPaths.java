package org.attestry.contracts.schema;

import java.util.Set;

/**
 * Fixed URL path segments at positions where otherwise the name of an entity type, or of a
 * property, is.
 */
public final class FixedPaths {

  /** Segments below {@code /api/v1/}. */
  public static final Set<String> API =
      Set.of(
          "RevokedCredential",
          "Schema",
          "claims",
          "contexts",
          "issuers",
          "keys",
          "offers",
          "presentations",
          "revocations",
          "send",
          "templates",
          "verify");

  /** Segments below {@code /api/docs/}, without {@code .json}. */
  public static final Set<String> DOCS = Set.of("openapi", "swagger");

  /** Segments below {@code /api/v1/{type}/{id}/} in POST requests. */
  public static final Set<String> ENTITY = Set.of("reinstate", "revoke", "suspend");

  private FixedPaths() {}
}
