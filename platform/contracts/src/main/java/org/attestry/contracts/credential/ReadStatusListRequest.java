package org.attestry.contracts.credential;

/**
 * @param list the list's number, as its address has it
 * @param purpose {@code revocation} or {@code suspension}
 */
public record ReadStatusListRequest(String list, String purpose) {}
