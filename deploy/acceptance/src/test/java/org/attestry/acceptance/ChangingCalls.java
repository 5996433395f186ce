package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.attestry.runtime.json.Json;

/**
 * A call for each kind of operation that changes something. One that is made twice shows: a list
 * has an item too many, a history a version too many, and what was deleted, revoked or decided a
 * moment ago cannot be once more.
 */
final class ChangingCalls {

  private static final String TYPE = "Chore";

  private static final String SCHEMA =
      """
      {"$schema": "http://json-schema.org/draft-07/schema", "type": "object", "title": "%1$s",
       "properties": {"%1$s": {"$ref": "#/definitions/%1$s"}}, "required": ["%1$s"],
       "definitions": {"%1$s": {"type": "object", "required": ["name"],
         "properties": {"name": {"type": "string"}, "result": {"type": "string"},
           "tags": {"type": "array", "items": {"type": "string"}}},
         "_osConfig": {"roles": [], "enableLogin": false, "credentialTemplate": {
             "@context": ["https://www.w3.org/2018/credentials/v1"],
             "type": ["VerifiableCredential"],
             "credentialSubject": {"type": "%1$s", "text": "{{name}}"}},
           "attestationPolicies": [
           {"name": "check", "type": "MANUAL", "conditions": "",
            "attestorPlugin": "did:internal:ClaimPluginActor?entity=Teacher",
            "attestationProperties": {"result": "$.result"}}]}}}}
      """;

  private final Client admin;
  private final Client teacher;
  private final String changed;
  private final String extended;
  private final String replaced;
  private final AtomicInteger schemas = new AtomicInteger();

  private ChangingCalls(Client admin, Client teacher) {
    this.admin = admin;
    this.teacher = teacher;
    this.changed = created(create());
    this.extended = created(create());
    this.replaced = created(create());
  }

  /** Publishes the type, unless it is published. */
  static ChangingCalls begin(Client admin, Client teacher) {
    if (admin.get("/api/v1/" + TYPE).http().statusCode() == 404) {
      admin.post("/api/v1/Schema", schema(TYPE, "PUBLISHED")).status(200);
    }
    return new ChangingCalls(admin, teacher);
  }

  /** By their kinds. */
  Map<String, Supplier<Answer>> kinds() {
    Map<String, Supplier<Answer>> kinds = new TreeMap<>();
    kinds.put("change property", () -> admin.put(path(changed) + "/name", "\"another\""));
    kinds.put("add property", () -> admin.post(path(extended) + "/tags", "\"more\""));
    kinds.put("replace", () -> admin.put(path(replaced), "{\"name\":\"another\"}"));
    kinds.put("delete", () -> after(create(), id -> admin.delete(path(id))));
    kinds.put("revoke", () -> after(create(), id -> admin.post(path(id) + "/revoke", "{}")));
    kinds.put("attest", () -> after(create(), this::attest));
    kinds.put("delete schema", this::deleteSchema);
    return kinds;
  }

  /** Each call that succeeded has made one change; one that failed may have made one. */
  void requireNothingDoneTwice(List<SteadyCalls.Call> made) {
    requireCount("change property", made, versions(changed) - 1);
    requireCount("add property", made, admin.get(path(extended)).json().path("tags").size());
    requireCount("add property", made, versions(extended) - 1);
    requireCount("replace", made, versions(replaced) - 1);
  }

  private static void requireCount(String kind, List<SteadyCalls.Call> made, int changes) {
    List<SteadyCalls.Call> calls = made.stream().filter(call -> call.kind().equals(kind)).toList();
    long succeeded = calls.stream().filter(SteadyCalls.Call::succeeded).count();
    long expected = Math.clamp(changes, succeeded, calls.size());
    assertEquals(expected, changes, kind);
  }

  private int versions(String id) {
    return admin.get(path(id) + "/history?limit=1").status(200).json().get("totalCount").intValue();
  }

  private Answer attest(String id) {
    Answer raised = admin.put(path(id) + "/result?send=true", "\"done\"");
    Answer read = admin.get(path(id));
    if (raised.http().statusCode() != 200 || read.http().statusCode() != 200) {
      return raised.http().statusCode() == 200 ? read : raised;
    }
    String claim = read.json().get("_osClaimId/result").textValue();
    return teacher.post(
        "/api/v1/Teacher/claims/" + claim + "/attest", "{\"action\":\"GRANT_CLAIM\"}");
  }

  private Answer deleteSchema() {
    String name = "Draft" + System.nanoTime() + "x" + schemas.incrementAndGet();
    Answer stored = admin.post("/api/v1/Schema", schema(name, "DRAFT"));
    return stored.http().statusCode() == 200
        ? admin.delete("/api/v1/Schema/" + stored.result().at("/Schema/osid").textValue())
        : stored;
  }

  private Answer create() {
    return admin.post("/api/v1/" + TYPE, "{\"name\":\"a chore\"}");
  }

  private static Answer after(Answer creation, Function<String, Answer> next) {
    return creation.http().statusCode() == 200 ? next.apply(created(creation)) : creation;
  }

  private static String created(Answer creation) {
    return creation.status(200).result().at("/" + TYPE + "/osid").textValue();
  }

  private static String path(String id) {
    return "/api/v1/" + TYPE + "/" + id;
  }

  private static String schema(String name, String status) {
    return Json.write(Map.of("name", name, "schema", SCHEMA.formatted(name), "status", status))
        .text();
  }
}
