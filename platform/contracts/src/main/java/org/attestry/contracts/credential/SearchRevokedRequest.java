package org.attestry.contracts.credential;

import org.attestry.contracts.JsonBytes;

/**
 * @param query in the form of a search of any type
 */
public record SearchRevokedRequest(JsonBytes query) {}
