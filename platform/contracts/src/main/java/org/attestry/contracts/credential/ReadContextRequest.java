package org.attestry.contracts.credential;

/**
 * @param digest the context's content address, as it stands in its URL
 */
public record ReadContextRequest(String digest) {}
