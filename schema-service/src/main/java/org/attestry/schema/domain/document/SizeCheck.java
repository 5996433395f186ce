package org.attestry.schema.domain.document;

import java.util.concurrent.atomic.AtomicInteger;

/** How much one document may hold. Its depth and length are limited where it is read. */
public final class SizeCheck {

  private static final int MOST_TYPES = 100;
  private static final int MOST_SCHEMAS = 10_000;
  private static final String RULE = "limit";

  private SizeCheck() {}

  public static void check(SchemaDocument document, Findings findings) {
    int types = document.types().size();
    if (types > MOST_TYPES) {
      findings.refuse(
          "/properties",
          RULE,
          "The document has %d types; one may have %d, spread them over several."
              .formatted(types, MOST_TYPES));
    }
    AtomicInteger schemas = new AtomicInteger();
    document.eachSchema((schema, pointer) -> schemas.incrementAndGet());
    if (schemas.get() > MOST_SCHEMAS) {
      findings.refuse(
          "",
          RULE,
          "The document has %d schemas within schemas; one may have %d, split it."
              .formatted(schemas.get(), MOST_SCHEMAS));
    }
  }
}
