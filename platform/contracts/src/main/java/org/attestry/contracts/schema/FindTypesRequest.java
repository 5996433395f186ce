package org.attestry.contracts.schema;

/** All published types. */
public record FindTypesRequest() {}
