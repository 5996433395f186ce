package org.attestry.contracts.schema;

import java.util.Set;

/** Segments of paths that stand where the name of an entity type, or of a property, would. */
public final class FixedPaths {

  /** Below {@code /api/v1/}. */
  public static final Set<String> API =
      Set.of(
          "RevokedCredential",
          "Schema",
          "contexts",
          "issuers",
          "keys",
          "revocations",
          "send",
          "templates",
          "verify");

  /** Below {@code /api/docs/}, before {@code .json}. */
  public static final Set<String> DOCS = Set.of("openapi", "swagger");

  /** Below {@code /api/v1/{type}/{id}/}, of POST. */
  public static final Set<String> ENTITY = Set.of("reinstate", "revoke", "suspend");

  private FixedPaths() {}
}
