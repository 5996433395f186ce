/** Notes on claims, with documents. */
package org.attestry.claims.note;
