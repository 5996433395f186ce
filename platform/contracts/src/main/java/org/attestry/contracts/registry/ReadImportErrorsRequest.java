package org.attestry.contracts.registry;

/**
 * What is wrong with the refused rows of an import, in the rows' order.
 *
 * @param after the {@link ImportErrorsView#next()} of the page before, null for the first page
 */
public record ReadImportErrorsRequest(String type, String id, String after, int limit) {}
