package org.attestry.contracts.credential;

/** All issuers that are registered. */
public record ListIssuersRequest() {}
