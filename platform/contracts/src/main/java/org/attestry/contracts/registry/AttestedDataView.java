package org.attestry.contracts.registry;

import org.attestry.contracts.JsonBytes;

/**
 * @param credential the credential of the attested values, as it was signed
 */
public record AttestedDataView(JsonBytes credential) {}
