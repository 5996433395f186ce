/**
 * Execution of work: threads, limits, periodic runs and retries; also small utilities for caching,
 * digests and class-path files.
 */
package org.attestry.runtime.work;
