package org.attestry.contracts;

/**
 * One thing wrong with the input.
 *
 * @param pointer RFC 6901 pointer to the value at fault, empty for the whole document
 * @param rule the short name of the rule, such as {@code required} or {@code format}
 * @param message what is wrong and what to do, without the value itself
 */
public record Violation(String pointer, String rule, String message) {}
