package org.attestry.registry.store;

/**
 * What is run after writes.
 *
 * @param committed after each one that has facts
 * @param due after each one that leaves a credential to be signed
 * @param learned after each change of learned indexes
 */
public record AfterWrites(Runnable committed, Runnable due, Runnable learned) {}
