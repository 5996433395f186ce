package org.attestry.claims.claim;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.attestry.claims.claim.Claim.Outcome;
import org.attestry.condition.PathValues;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.claims.Decision;
import org.attestry.contracts.schema.Condition;
import org.attestry.runtime.json.Json;

/** Converts rows to records, and notes to column values. */
public final class ClaimRows {

  /** The columns of {@code claim c} and {@code audience a} that {@link #claim} reads. */
  static final String COLUMNS =
      """
      c.id, c.entity, c.entity_id, c.status, c.attestation_id, c.attestation_name,
      a.attestor_entity, a.condition, a.self_attestation, c.requester, c.owners, c.property_data,
      c.additional_input, c.raised_by, c.notes, c.grants, c.created_at, c.attested_on, c.decision,
      c.decided_by, c.token_id, c.attempt
      """;

  private ClaimRows() {}

  static Claim claim(Row row) {
    return new Claim(
        row.getUUID("id"),
        row.getString("entity"),
        row.getString("entity_id"),
        row.getString("attestation_id"),
        row.getString("attestation_name"),
        audience(row),
        json(row.getString("property_data")),
        json(row.getString("additional_input")),
        row.getString("raised_by"),
        notes(row.getJsonArray("notes")),
        grants(row.getJsonArray("grants")),
        row.getOffsetDateTime("created_at").toInstant(),
        outcome(row));
  }

  private static Outcome outcome(Row row) {
    String decision = row.getString("decision");
    return decision == null
        ? null
        : new Outcome(
            Decision.valueOf(decision),
            row.getString("decided_by"),
            row.getString("token_id"),
            row.getOffsetDateTime("attested_on").toInstant(),
            row.getUUID("attempt"));
  }

  /** Returns a note as an array with one item, which is appended to the notes of the claim. */
  static JsonArray written(ClaimNote note) {
    return new JsonArray().add(new JsonObject(Json.write(note).text()));
  }

  static JsonArray written(ClaimGrant grant) {
    return new JsonArray().add(new JsonObject(Json.write(grant).text()));
  }

  private static List<ClaimGrant> grants(JsonArray written) {
    return List.of(Json.read(JsonBytes.of(written.encode()), ClaimGrant[].class));
  }

  private static List<ClaimNote> notes(JsonArray written) {
    return List.of(Json.read(JsonBytes.of(written.encode()), ClaimNote[].class));
  }

  private static Audience audience(Row row) {
    return new Audience(
        row.getString("attestor_entity"),
        condition(row),
        row.getBoolean("self_attestation"),
        requester(row),
        List.of(row.getArrayOfStrings("owners")));
  }

  public static Condition condition(Row row) {
    return Json.read(JsonBytes.of(row.getString("condition")), Condition.class);
  }

  public static SortedMap<String, PathValues> requester(Row row) {
    JsonNode written = Json.read(JsonBytes.of(row.getString("requester")));
    SortedMap<String, PathValues> requester = new TreeMap<>();
    for (Map.Entry<String, JsonNode> entry : written.properties()) {
      List<JsonNode> values = new ArrayList<>();
      entry.getValue().path("values").forEach(values::add);
      requester.put(
          entry.getKey(), new PathValues(entry.getValue().path("list").asBoolean(), values));
    }
    return requester;
  }

  private static JsonBytes json(String text) {
    return text == null ? null : JsonBytes.of(text);
  }
}
