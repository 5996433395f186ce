package org.attestry.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.attestry.local.Endpoints;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Eventually;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Each hidden field of an entity holds a word of its own. Whatever is done by somebody who does not
 * own it, none of the words is in an answer, and none is ever in a fact or a line of a log. Only
 * the attestor of an open claim sees what is claimed. What a consent shows is tried in {@link
 * TokensAcceptanceTest}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HiddenFieldsAcceptanceTest {

  private static final int KINDS_OF_FACTS = 4;

  /** What the attestor of an open claim is shown of it, in the claim and in the entity. */
  private static final String ATTESTED = "degree";

  private final Endpoints suite = RunningSuite.shared();
  private final IdentityProvider identity = new IdentityProvider(suite);
  private final String run = UUID.randomUUID().toString().substring(0, 8);
  private final String guardedType = "Guarded" + run;
  private final String openType = "Open" + run;
  private final String readerType = "Reader" + run;
  private final String attestorType = "Attestor" + run;
  private final Map<String, String> words = new LinkedHashMap<>();
  private final List<String> leaks = new ArrayList<>();

  private Client admin;
  private Client owner;
  private String guarded;
  private String open;
  private String claim;

  @BeforeAll
  void publishAndFill() {
    for (String field :
        List.of("secret", "phone", "code", "note", "card", "first", ATTESTED, "token")) {
      words.put(field, "canary-%s-%s".formatted(field, UUID.randomUUID()));
    }
    admin = Client.withToken(suite, identity.clientCredentials().get("access_token").textValue());
    admin.post("/api/v1/Schema", Samples.people(readerType)).status(200);
    admin.post("/api/v1/Schema", Samples.people(attestorType)).status(200);
    publish(guardedType, "\"%s\"".formatted(readerType));
    publish(openType, "\"anonymous\"");
    owner = member(readerType, "owner-" + run);
    guarded = create(guardedType, entity("guarded"));
    open = create(openType, entity("open"));
    owner
        .put("/api/v1/%s/%s/degree?send=true".formatted(guardedType, guarded), quoted(ATTESTED))
        .status(200);
    claim =
        owner
            .get("/api/v1/%s/%s".formatted(guardedType, guarded))
            .json()
            .get("_osClaimId/degree")
            .textValue();
  }

  @Test
  void nobodyButTheOwnerSeesAHiddenField() throws IOException {
    ownerSeesAll();
    Map<String, Client> others = new LinkedHashMap<>();
    others.put("role holder", member(readerType, "reader-" + run));
    others.put("attestor", member(attestorType, "attestor-" + run));
    others.put("nobody", Client.withoutToken(suite));
    attestorSeesWhatWaits(others.get("attestor"));
    for (Map.Entry<String, Client> other : others.entrySet()) {
      for (String[] place : List.of(place(guardedType, guarded), place(openType, open))) {
        everything(other.getKey(), other.getValue(), place[0], place[1]);
      }
    }
    claims(others);
    ownersMistakes();
    admin.delete("/api/v1/%s/%s".formatted(openType, open));
    assertEquals(List.of(), leaks);
    List<Path> logs = RunningSuite.logs(suite);
    facts();
    search(logs);
    assertEquals(List.of(), leaks);
  }

  private void attestorSeesWhatWaits(Client attestor) {
    JsonNode seen = attestor.get("/api/v1/%s/%s".formatted(guardedType, guarded)).json();
    assertEquals(words.get(ATTESTED), seen.get(ATTESTED).textValue());
    assertFalse(seen.has("secret"));
  }

  private void ownerSeesAll() {
    String seen = owner.get("/api/v1/%s/%s".formatted(guardedType, guarded)).json().toString();
    words.forEach((field, word) -> assertTrue(seen.contains(word), field));
    Answer history = owner.get("/api/v1/%s/%s/history".formatted(guardedType, guarded)).status(200);
    assertEquals(2, history.json().path("totalCount").intValue());
  }

  /** Every operation that there is on an entity, whether it is allowed or not. */
  private void everything(String who, Client client, String type, String id) {
    String types = "/api/v1/" + type;
    String one = types + "/" + id;
    for (String path :
        List.of(
            one,
            types,
            one + "/history",
            types + "/claims",
            one + "/secret/documents",
            types + "/claims/" + claim,
            types + "/" + UUID.randomUUID())) {
      boolean shown = awaits(who, type) && (path.endsWith(claim) || path.equals(one));
      look(who + " GET " + path, client.get(path), shown ? ATTESTED : "");
    }
    for (String form : List.of("application/vc+ld+json", "text/html", "application/pdf")) {
      boolean shown = awaits(who, type) && form.equals("text/html");
      look(who + " GET " + form, client.get(one, "accept", form), shown ? ATTESTED : "");
    }
    look(
        who + " search",
        client.post(types + "/search", "{\"filters\":{}}"),
        awaits(who, type) ? ATTESTED : "");
    for (String path :
        List.of("secret", "contact", "contact.phone", "items.code", "note", "card")) {
      String by = "{\"filters\":{\"%s\":{\"startsWith\":\"canary\"}}}".formatted(path);
      Answer filtered = client.post(types + "/search", by);
      look(who + " filters by " + path, filtered);
      assertFalse(filtered.http().statusCode() == 200, who + " filters by " + path);
      look(
          who + " sorts by " + path,
          client.post(types + "/search", "{\"sort\":[\"%s\"]}".formatted(path)));
      look(
          who + " asks for " + path,
          client.post(types + "/search", "{\"fields\":[\"%s\"]}".formatted(path)));
    }
    writes(who, client, types, one);
  }

  private boolean awaits(String who, String type) {
    return who.equals("attestor") && type.equals(guardedType);
  }

  private void writes(String who, Client client, String types, String one) {
    look(who + " replaces", client.put(one, "{\"name\":1,\"secret\":2}"));
    for (String path :
        List.of("secret", "contact/phone", "note", "card/number", "name", "nothing")) {
      look(who + " changes " + path, client.put(one + "/" + path, "{\"a\":1}"));
      look(who + " adds " + path, client.post(one + "/" + path, "{\"a\":1}"));
      look(who + " sends " + path, client.put(one + "/" + path + "?send=true", "1"));
    }
    look(who + " revokes", client.post(one + "/revoke", "{}"));
    look(who + " creates wrongly", client.post(types, "{\"secret\":1,\"card\":[],\"osid\":\"x\"}"));
    look(
        who + " invites the same",
        client.post(types + "/invite", "{\"secret\":%s}".formatted(quoted("secret"))),
        "secret");
    String id = one.substring(one.lastIndexOf('/') + 1);
    look(
        who + " sends by policy",
        client.post(
            "/api/v1/send",
            "{\"entityName\":\"%s\",\"entityId\":\"%s\",\"name\":\"check\"}"
                .formatted(types.substring("/api/v1/".length()), id)));
    look(who + " deletes", client.delete(one + "/secret/documents"));
  }

  private void claims(Map<String, Client> others) {
    others.forEach(
        (who, client) -> {
          boolean attests = who.equals("attestor");
          String path = "/api/v1/%s/claims".formatted(attestorType);
          for (Answer answer : List.of(client.get(path + "/" + claim), client.get(path))) {
            look(who + " reads claims", answer, attests ? ATTESTED : "");
          }
          look(
              who + " withdraws",
              client.post("/api/v1/%s/claims/%s/withdraw".formatted(guardedType, claim), "{}"));
        });
    Answer granted =
        others
            .get("attestor")
            .post(
                "/api/v1/%s/claims/%s/attest".formatted(attestorType, claim),
                "{\"action\":\"GRANT_CLAIM\"}")
            .status(200);
    look("attestor grants", granted);
  }

  /** Failures of the owner reveal no values, neither in responses nor in logs. */
  private void ownersMistakes() {
    String one = "/api/v1/%s/%s".formatted(guardedType, guarded);
    ObjectNode wrong = entity("guarded");
    ((ObjectNode) wrong.get("contact")).put("phone", 17);
    wrong.put("secret", words.get("secret") + "-".repeat(200));
    look("owner replaces wrongly", owner.put(one, wrong.toString()).status(400));
    look(
        "owner creates the same",
        owner.post("/api/v1/" + guardedType, entity("x").toString()).status(409));
    look("owner adds to a value", owner.post(one + "/note", "\"more\"").status(409));
  }

  private void look(String what, Answer answer, String... allowed) {
    String all = new String(answer.http().body()) + answer.http().headers().map();
    words.forEach(
        (field, word) -> {
          if (all.contains(word) && !List.of(allowed).contains(field)) {
            leaks.add(what + " shows " + field);
          }
        });
  }

  private void facts() {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            suite.kafka(),
            "group.id",
            "hidden-fields-" + run,
            "auto.offset.reset",
            "earliest");
    TreeSet<String> kinds = new TreeSet<>();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      consumer.subscribe(
          consumer.listTopics().keySet().stream().filter(t -> t.startsWith("attestry")).toList());
      Eventually.until(
          () -> {
            for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(500))) {
              if (record.value() != null && record.value().contains(guarded)) {
                kinds.add(Json.read(record.value()).path("type").asText());
              }
              search("a fact on " + record.topic(), record.value() + record.key());
            }
            return kinds;
          },
          some -> some.size() >= KINDS_OF_FACTS && isAtTheEnd(consumer));
    }
  }

  private static boolean isAtTheEnd(KafkaConsumer<String, String> consumer) {
    return consumer.endOffsets(consumer.assignment()).entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  private void search(List<Path> logs) throws IOException {
    for (Path log : logs) {
      search("the log " + log, Files.readString(log));
    }
  }

  private void search(String where, String text) {
    words.forEach(
        (field, word) -> {
          if (text.contains(word)) {
            leaks.add(where + " has " + field);
          }
        });
  }

  private String create(String type, ObjectNode entity) {
    return owner
        .post("/api/v1/" + type, entity.toString())
        .status(200)
        .result()
        .at("/%s/osid".formatted(type))
        .textValue();
  }

  private ObjectNode entity(String name) {
    ObjectNode entity = ((ObjectNode) Json.read("{}")).put("name", name);
    entity.put("secret", words.get("secret")).put("note", words.get("note"));
    entity.put(ATTESTED, words.get(ATTESTED));
    entity.putObject("contact").put("phone", words.get("phone")).put("city", "Ulm");
    ArrayNode items = entity.putArray("items");
    items.addObject().put("code", words.get("code")).put("label", "one");
    items.addObject().put("code", words.get("code") + "2").put("label", "two");
    entity.putObject("card").put("number", words.get("card"));
    entity.putArray("names").add(words.get("first"));
    entity.putObject("open").putObject("deep").put("token", words.get("token")).put("shown", "yes");
    return entity;
  }

  private String quoted(String field) {
    return "\"%s\"".formatted(words.get(field));
  }

  private Client member(String type, String name) {
    Client.withoutToken(suite)
        .post("/api/v1/%s/invite".formatted(type), "{\"name\":\"%s\"}".formatted(name))
        .status(200);
    return Client.withToken(
        suite, identity.password(name, suite.defaultPassword()).get("access_token").textValue());
  }

  private void publish(String type, String roles) {
    admin.post("/api/v1/Schema", Samples.schema(type, "PUBLISHED", hiding(roles))).status(200);
  }

  private String hiding(String roles) {
    return """
    {"type": "object", "required": ["name"], "additionalProperties": false, "properties": {
       "name": {"type": "string"}, "secret": {"type": "string", "maxLength": 100},
       "degree": {"type": "string"}, "note": {"type": "string"},
       "contact": {"type": "object", "properties": {
          "phone": {"type": "string"}, "city": {"type": "string"}}},
       "items": {"type": "array", "items": {"type": "object", "properties": {
          "code": {"type": "string"}, "label": {"type": "string"}}}},
       "card": {"type": "object", "properties": {"number": {"type": "string"}}},
       "names": {"type": "array", "items": {"type": "string"}},
       "open": {"type": "object", "properties": {"deep": {"type": "object", "properties": {
          "token": {"type": "string"}, "shown": {"type": "string"}}}}}},
     "_osConfig": {"roles": [%s], "inviteRoles": [], "enableLogin": false,
       "privateFields": ["secret", "degree", "$.contact.phone", "$.items[*].code", "names"],
       "internalFields": ["note", "$.card", "$.open.*.token"],
       "uniqueIndexFields": ["secret"], "indexFields": ["name"],
       "attestationPolicies": [{"name": "check", "type": "MANUAL", "conditions": "",
         "attestorPlugin": "did:internal:ClaimPluginActor?entity=%s",
         "attestationProperties": {"degree": "$.degree"}}]}}
    """
        .formatted(roles, attestorType);
  }

  private static String[] place(String type, String id) {
    return new String[] {type, id};
  }
}
