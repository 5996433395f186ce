package org.attestry.bench.cases;

import org.attestry.testkit.servers.TestDatabase;

/**
 * A database schema for pgbench alone, with copies of the tables of registry-service that a create
 * writes to: the same columns, indexes and rows, but the facts in its outbox are not relayed.
 */
final class PgbenchTables {

  /**
   * The search path of pgbench: tables are found in the first schema, everything else in the
   * second.
   */
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

  /** Recreates the tables, with the current rows of the type. */
  static void copy(TestDatabase database, int number) {
    database.execute(MAKE.formatted(number));
  }
}
