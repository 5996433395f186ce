package org.attestry.contracts;

import java.util.UUID;

/**
 * Reads a fact, with its data, from the service that published it.
 *
 * @param id the fact's id
 */
public record ReadFactRequest(UUID id) {}
