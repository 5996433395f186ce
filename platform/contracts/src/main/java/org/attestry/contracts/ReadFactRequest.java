package org.attestry.contracts;

import java.util.UUID;

/**
 * Asks a service for a fact of its own that came without its data.
 *
 * @param id the fact's id
 */
public record ReadFactRequest(UUID id) {}
