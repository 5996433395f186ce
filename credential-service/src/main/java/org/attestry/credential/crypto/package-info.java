/** Key material: forms of keys, signatures, and the seal around private parts. */
package org.attestry.credential.crypto;
