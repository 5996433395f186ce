/** Measures the running suite, beside bare PostgreSQL. */
package org.attestry.bench;
