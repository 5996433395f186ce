package org.attestry.contracts.schema;

import java.util.Set;

/** Segments of paths that cannot be the name of an entity type. */
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

  private FixedPaths() {}
}
