package org.attestry.contracts.registry;

import org.attestry.contracts.JsonBytes;

/**
 * @param credential the credential over what was attested, as it was signed
 */
public record AttestedDataView(JsonBytes credential) {}
