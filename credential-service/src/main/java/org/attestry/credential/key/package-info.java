/** Keys: their states, who holds the private parts, and what signs with them. */
package org.attestry.credential.key;
