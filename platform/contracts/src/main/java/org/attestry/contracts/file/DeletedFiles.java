package org.attestry.contracts.file;

/**
 * @param deleted how many
 */
public record DeletedFiles(int deleted) {}
