/** The credentials that were issued, in the table {@code issued_credential}. */
package org.attestry.credential.stored;
