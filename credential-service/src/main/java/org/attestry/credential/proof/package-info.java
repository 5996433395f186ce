/** Proofs: what a suite makes and verifies, in terms of the domain. */
package org.attestry.credential.proof;
