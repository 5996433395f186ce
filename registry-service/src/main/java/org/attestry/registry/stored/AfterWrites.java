package org.attestry.registry.stored;

/**
 * The callbacks that are run after writes.
 *
 * @param committed runs after each committed write that may publish facts
 * @param due runs after each write that leaves a credential to be signed
 */
public record AfterWrites(Runnable committed, Runnable due) {}
