package org.attestry.bench;

/**
 * A figure beside another one.
 *
 * @param what says what is divided by what
 * @param bar the name of the bar that it is held against
 */
record Ratio(String what, String bar, double value) {}
