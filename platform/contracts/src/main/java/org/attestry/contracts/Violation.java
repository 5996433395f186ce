package org.attestry.contracts;

/**
 * One mistake in the input.
 *
 * @param pointer RFC 6901 pointer to the wrong value, empty for the whole document
 * @param rule the short name of the rule, such as {@code required} or {@code format}
 * @param message the mistake and the remedy, without the value itself
 */
public record Violation(String pointer, String rule, String message) {}
