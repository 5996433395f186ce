/** Revocations, also those of a former system. */
package org.attestry.credential.revoke;
