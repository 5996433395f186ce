package org.attestry.contracts.registry;

/**
 * @param limit how many changes at most
 * @param offset how many of the newest to skip
 */
public record ReadHistoryRequest(String type, String id, int limit, int offset) {}
