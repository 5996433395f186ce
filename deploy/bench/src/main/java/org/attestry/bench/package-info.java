/** Benchmarks of the running suite, compared with bare PostgreSQL. */
package org.attestry.bench;
