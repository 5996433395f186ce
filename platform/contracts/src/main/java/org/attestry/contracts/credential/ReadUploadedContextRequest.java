package org.attestry.contracts.credential;

/**
 * @param id of an uploaded context
 */
public record ReadUploadedContextRequest(String id) {}
