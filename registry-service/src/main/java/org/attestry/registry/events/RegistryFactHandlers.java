package org.attestry.registry.events;

import org.attestry.contracts.schema.SchemaFacts;
import org.attestry.registry.publication.AcceptTypes;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.facts.FactHandlers;

/** The facts that registry-service handles. */
public final class RegistryFactHandlers {

  private RegistryFactHandlers() {}

  public static FactHandlers of(BusClient bus, AcceptTypes types) {
    return new FactHandlers(bus)
        .on(
            SchemaFacts.SCHEMA_PUBLISHED,
            (fact, schema, context) -> types.accept(schema.schemaId(), schema.types()))
        .on(
            SchemaFacts.SCHEMA_CHANGED,
            (fact, schema, context) -> types.accept(schema.schemaId(), schema.types()))
        .on(SchemaFacts.SCHEMA_DELETED, (fact, schema, context) -> types.withdraw(schema));
  }
}
