package org.attestry.registry.events;

import org.attestry.contracts.schema.SchemaFacts;
import org.attestry.registry.domain.types.AcceptTypes;
import org.attestry.runtime.bus.BusClient;
import org.attestry.runtime.facts.FactHandlers;

/** What the service does about the facts of others. */
public final class AcceptedFacts {

  private AcceptedFacts() {}

  public static FactHandlers handlers(BusClient bus, AcceptTypes types) {
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
