/**
 * The attestations of one entity: their states, the moves between them, and the attested values.
 * This package stores and sends nothing.
 */
package org.attestry.registry.attestation;
