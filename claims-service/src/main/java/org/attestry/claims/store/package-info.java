/** Claims in PostgreSQL. */
package org.attestry.claims.store;
