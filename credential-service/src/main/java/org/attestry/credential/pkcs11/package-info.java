/** Keys in a token behind PKCS #11. */
package org.attestry.credential.pkcs11;
