package org.attestry.contracts.registry;

/**
 * @param type an attestor type; unknown types have no records
 */
public record FindCallerRecordsRequest(String type) {}
