package org.attestry.bench;

import org.attestry.testkit.servers.TestDatabase;

/**
 * A schema beside that of registry-service with the tables that a create writes to, for pgbench
 * alone: the same columns, indexes and rows, but nobody relays what stands in its outbox.
 */
final class PgbenchTables {

  /** Where pgbench looks for tables, and then for what is not a table. */
  static final String SCHEMAS = "bench,public";

  private static final String MAKE =
      """
      DROP SCHEMA IF EXISTS bench CASCADE;
      CREATE SCHEMA bench;
      CREATE TABLE bench.entity (LIKE public.entity INCLUDING ALL) PARTITION BY LIST (type);
      CREATE TABLE bench.entity_%1$d (LIKE public.entity_%1$d INCLUDING ALL);
      CREATE TABLE bench.history (LIKE public.history INCLUDING ALL);
      CREATE TABLE bench.outbox (LIKE public.outbox INCLUDING ALL);
      INSERT INTO bench.entity_%1$d SELECT * FROM public.entity_%1$d;
      INSERT INTO bench.history SELECT * FROM public.history WHERE type = %1$d;
      ALTER TABLE bench.entity ATTACH PARTITION bench.entity_%1$d FOR VALUES IN (%1$d);
      ANALYZE bench.entity_%1$d;
      """;

  private PgbenchTables() {}

  /** Makes them anew, with the rows that the type has now. */
  static void copy(TestDatabase database, int number) {
    database.execute(MAKE.formatted(number));
  }
}
