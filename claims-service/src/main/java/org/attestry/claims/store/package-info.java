/** Storage of claims in PostgreSQL. */
package org.attestry.claims.store;
