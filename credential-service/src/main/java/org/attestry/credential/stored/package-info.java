/** Issued credentials, in the table {@code issued_credential}. */
package org.attestry.credential.stored;
