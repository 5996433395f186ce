/** Attestation requests and their decisions. */
package org.attestry.claims;
