package org.attestry.registry.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.attestry.contracts.JsonBytes;
import org.attestry.registry.domain.EntityStore.Written;
import org.attestry.registry.domain.StoredEntity;
import org.attestry.registry.domain.attestation.Attestation;
import org.attestry.runtime.facts.Outbox;
import org.attestry.runtime.json.Json;

/** Entities as rows. JSON goes in and out as text, so that numbers keep every digit. */
final class EntityRows {

  private static final String NONE = "[]";

  private EntityRows() {}

  static StoredEntity read(Row row) {
    return new StoredEntity(
        row.getUUID("id"),
        row.getLong("version"),
        (ObjectNode) Json.read(row.getString("body")),
        List.of(row.getArrayOfStrings("owners")),
        row.getBoolean("complete"),
        attestations(row.getString("attestations")),
        row.getString("credential_id"),
        row.getString("signed_data"),
        row.getOffsetDateTime("created_at").toInstant(),
        row.getString("created_by"),
        row.getOffsetDateTime("updated_at").toInstant(),
        row.getString("updated_by"),
        row.getBoolean("deleted"));
  }

  /** The parameters that insert and update share; an update has one more. */
  static Tuple bind(StoredEntity entity, Written written, Outbox outbox) {
    Tuple parameters =
        Tuple.tuple()
            .addUUID(entity.id())
            .addLong(entity.version())
            .addString(Json.write(entity.body()).text())
            .addArrayOfString(entity.owners().toArray(String[]::new))
            .addBoolean(entity.complete())
            .addString(written(entity.attestations()))
            .addString(entity.credentialId())
            .addString(entity.signedData())
            .addOffsetDateTime(utc(entity.updatedAt()))
            .addString(entity.updatedBy())
            .addString(written.operation())
            .addString(Json.write(written.changes()).text());
    return outbox.bind(parameters, written.facts());
  }

  static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  private static List<Attestation> attestations(String json) {
    return json.equals(NONE)
        ? List.of()
        : List.of(Json.read(JsonBytes.of(json), Attestation[].class));
  }

  private static String written(List<Attestation> attestations) {
    return attestations.isEmpty() ? NONE : Json.write(attestations).text();
  }
}
