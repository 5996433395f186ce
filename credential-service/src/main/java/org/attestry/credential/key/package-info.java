/** Keys: their states, the holders of the private parts, and the signers. */
package org.attestry.credential.key;
