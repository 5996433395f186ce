/** Keys in the transit engine of HashiCorp Vault. */
package org.attestry.credential.vault;
