/** Revocations, those of a former system among them. */
package org.attestry.credential.revoke;
