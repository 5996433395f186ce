package org.attestry.contracts.credential;

/**
 * @param list the list's number, as its address has it
 */
public record ReadTokenStatusListRequest(String list) {}
