package org.attestry.contracts.claims;

/**
 * The claims of a type that the caller may decide or has raised.
 *
 * @param status null for both
 * @param page from 0
 * @param size 1 to 1000
 */
public record ListClaimsRequest(String entityName, ClaimStatus status, int page, int size) {}
