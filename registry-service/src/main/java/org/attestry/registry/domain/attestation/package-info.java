/**
 * The attestations of one entity: their states, the moves between them, and the values that they
 * are about. Nothing here is stored or sent.
 */
package org.attestry.registry.domain.attestation;
