package org.attestry.contracts.registry;

/**
 * What a write answers.
 *
 * @param osid the entity's id
 * @param version the entity's version after the write; it becomes the ETag
 */
public record EntityReceipt(String type, String osid, long version) {}
