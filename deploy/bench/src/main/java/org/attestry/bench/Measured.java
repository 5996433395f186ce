package org.attestry.bench;

/**
 * One line of a table.
 *
 * @param what was measured
 * @param cpu microseconds per request
 */
record Measured(String what, int connections, LoadResult outcome, CpuTimes cpu) {}
