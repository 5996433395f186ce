package org.attestry.bench.load;

/**
 * A ratio of two figures, or a single figure that has a limit.
 *
 * @param what a description of the figures
 * @param bar the name of the limit with which it is compared
 */
public record Ratio(String what, String bar, double value) {}
