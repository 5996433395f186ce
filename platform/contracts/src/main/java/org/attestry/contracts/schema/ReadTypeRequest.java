package org.attestry.contracts.schema;

/** A published type by its name. */
public record ReadTypeRequest(String name) {}
