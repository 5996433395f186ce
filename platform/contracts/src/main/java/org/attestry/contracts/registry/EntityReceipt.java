package org.attestry.contracts.registry;

/**
 * The reply to a write.
 *
 * @param osid the entity's id
 * @param version the entity's version after the write; it becomes the ETag
 */
public record EntityReceipt(String type, String osid, long version) {}
