package org.attestry.credential.dcql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.attestry.contracts.FailureException;
import org.attestry.credential.Budgets;
import org.attestry.credential.suite.Peer;
import org.attestry.runtime.json.Json;
import org.junit.jupiter.api.Test;

/** The npm library dcql decides on queries and presentations as they are decided on here. */
class DcqlInteroperabilityIT {

  private static final int QUERIES = 1_500;
  private static final List<String> IDS = List.of("a", "b", "c");
  private static final List<String> PATHS =
      List.of(
          "[\"name\"]",
          "[\"age\"]",
          "[\"home\"]",
          "[\"home\",\"city\"]",
          "[\"home\",\"street\"]",
          "[\"tags\"]",
          "[\"tags\",null]",
          "[\"degrees\",null,\"type\"]",
          "[\"degrees\",null,\"year\"]",
          "[\"degrees\",null]",
          "[\"name\",\"first\"]");

  /** Paths into an SD-JWT, whose elements may be withheld, so that an index matches any element. */
  private static final List<String> INDEXED =
      List.of("[\"tags\",0]", "[\"tags\",1]", "[\"degrees\",0,\"year\"]");

  private static final List<String> VALUES =
      List.of("\"Ada\"", "\"Eve\"", "36", "7", "true", "\"London\"", "\"BA\"", "\"x\"", "1990");

  private final Random random = new Random(2_026);
  private final Peer peer = Peer.install("peer-openid4vp");
  private int satisfied;

  @Test
  void bothDecideAlike() {
    for (int i = 0; i < QUERIES; i++) {
      ObjectNode query = query();
      Map<String, List<ObjectNode>> presented = presented(query);
      boolean ours = decide(query, presented);
      satisfied += ours ? 1 : 0;

      ObjectNode document = Json.object().set("query", query);
      ObjectNode presentation = document.putObject("presentation");
      presented.forEach(
          (id, credentials) -> credentials.forEach(presentation.withArrayProperty(id)::add));
      String theirs = peer.text("dcql", Json.object(), document);

      assertEquals(theirs, Boolean.toString(ours), document::toString);
    }
    assertTrue(satisfied > QUERIES / 10 && satisfied < QUERIES * 9 / 10, () -> "" + satisfied);
  }

  /** A query that is accepted here is one to the library, too. */
  @Test
  void noQueryIsAcceptedHereAlone() {
    for (int i = 0; i < QUERIES / 3; i++) {
      ObjectNode query = query();
      damage(query);
      if (isAccepted(query)) {
        ObjectNode document = Json.object().set("query", query);
        assertEquals("true", peer.text("parse", Json.object(), document), query::toString);
      }
    }
  }

  private static boolean isAccepted(ObjectNode query) {
    try {
      DcqlReader.read(Json.write(query), "");
      return true;
    } catch (FailureException refused) {
      return false;
    }
  }

  private static boolean decide(ObjectNode query, Map<String, List<ObjectNode>> presented) {
    Map<String, List<DisclosedCredential>> disclosed = new LinkedHashMap<>();
    presented.forEach(
        (id, credentials) ->
            disclosed.put(
                id, credentials.stream().map(DcqlInteroperabilityIT::disclosed).toList()));
    DcqlQuery read = DcqlReader.read(Json.write(query), "");
    return new DcqlEvaluation(read, Budgets.ofACall()).mismatches(disclosed).isEmpty();
  }

  private static DisclosedCredential disclosed(ObjectNode credential) {
    PresentedFormat format =
        PresentedFormat.of(credential.get("credential_format").textValue()).orElseThrow();
    Set<String> types = new HashSet<>();
    credential.path("type").forEach(type -> types.add(type.textValue()));
    if (credential.has("vct")) {
      types.add(credential.get("vct").textValue());
    }
    Set<String> authorities = new HashSet<>();
    credential.at("/authority/values").forEach(value -> authorities.add(value.textValue()));
    return new DisclosedCredential(
        format,
        types,
        authorities,
        credential.get("cryptographic_holder_binding").booleanValue(),
        credential.get("claims"));
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private ObjectNode query() {
    ObjectNode query = Json.object();
    List<String> ids = IDS.subList(0, 1 + random.nextInt(3));
    ids.forEach(id -> query.withArrayProperty("credentials").add(credential(id)));
    if (chance(40)) {
      for (int i = 0; i <= random.nextInt(2); i++) {
        ObjectNode set = query.withArrayProperty("credential_sets").addObject();
        for (int j = 0; j <= random.nextInt(2); j++) {
          set.withArrayProperty("options").addArray().add(one(ids)).add(one(ids));
        }
        if (chance(40)) {
          set.put("required", chance(50));
        }
      }
    }
    return query;
  }

  private ObjectNode credential(String id) {
    boolean sdJwt = chance(60);
    ObjectNode credential = Json.object().put("id", id);
    credential.put("format", sdJwt ? "dc+sd-jwt" : one(List.of("ldp_vc", "jwt_vc_json")));
    ObjectNode meta = credential.putObject("meta");
    if (sdJwt) {
      meta.putArray("vct_values").add("urn:v").add("urn:w");
    } else {
      meta.putArray("type_values").addArray().add("urn:v").add("urn:x");
      meta.withArrayProperty("type_values").addArray().add("urn:w");
    }
    if (chance(30)) {
      credential.put("require_cryptographic_holder_binding", chance(50));
    }
    if (chance(30)) {
      credential.put("multiple", chance(70));
    }
    if (chance(20)) {
      ObjectNode authority = credential.putArray("trusted_authorities").addObject();
      authority.put("type", "aki").putArray("values").add("YWFh").add("YmJi");
    }
    if (chance(80)) {
      claims(credential, sdJwt);
    }
    return credential;
  }

  private void claims(ObjectNode credential, boolean sdJwt) {
    List<String> paths = new ArrayList<>(PATHS);
    if (sdJwt) {
      paths.addAll(INDEXED);
    }
    boolean sets = chance(40);
    ArrayNode claims = credential.putArray("claims");
    int many = 1 + random.nextInt(3);
    for (int i = 0; i < many; i++) {
      ObjectNode claim = claims.addObject();
      if (sets) {
        claim.put("id", "c" + i);
      }
      claim.set("path", Json.read(paths.remove(random.nextInt(paths.size()))));
      if (chance(40)) {
        claim.putArray("values").add(Json.read(one(VALUES))).add(Json.read(one(VALUES)));
      }
    }
    for (int i = 0; sets && i <= random.nextInt(2); i++) {
      ArrayNode set = credential.withArrayProperty("claim_sets").addArray();
      set.add("c" + random.nextInt(many)).add("c" + random.nextInt(many));
    }
  }

  private Map<String, List<ObjectNode>> presented(ObjectNode query) {
    Map<String, List<ObjectNode>> presented = new LinkedHashMap<>();
    for (JsonNode wanted : query.get("credentials")) {
      if (chance(85)) {
        List<ObjectNode> credentials = new ArrayList<>();
        boolean several = wanted.path("multiple").booleanValue() && chance(50);
        for (int i = 0; i < (several ? 2 : 1); i++) {
          credentials.add(held(wanted.get("format").textValue()));
        }
        presented.put(wanted.get("id").textValue(), credentials);
      }
    }
    return presented;
  }

  private ObjectNode held(String wanted) {
    String format = chance(95) ? wanted : one(List.of("dc+sd-jwt", "ldp_vc", "jwt_vc_json"));
    ObjectNode held = Json.object().put("credential_format", format);
    held.put("cryptographic_holder_binding", chance(90));
    if (format.equals("dc+sd-jwt")) {
      held.put("vct", chance(90) ? "urn:v" : "urn:z");
    } else {
      held.putArray("type").add("urn:v").add(chance(80) ? "urn:x" : "urn:z");
    }
    if (chance(70)) {
      ObjectNode authority = held.putObject("authority").put("type", "aki");
      authority.putArray("values").add(chance(80) ? "YWFh" : "Y2Nj");
    }
    held.set("claims", person());
    return held;
  }

  /** The library ends with an error on an empty array. */
  private ObjectNode person() {
    ObjectNode person = Json.object();
    if (chance(90)) {
      person.put("name", chance(80) ? "Ada" : "Eve");
    }
    if (chance(90)) {
      person.put("age", chance(80) ? 36 : 7);
    }
    if (chance(90)) {
      person.putObject("home").put("city", "London");
    }
    if (chance(90)) {
      ArrayNode tags = person.putArray("tags");
      for (int i = 1 + random.nextInt(2); i > 0; i--) {
        tags.add(one(List.of("x", "y", "Ada")));
      }
    }
    if (chance(90)) {
      ArrayNode degrees = person.putArray("degrees");
      for (int i = 1 + random.nextInt(2); i > 0; i--) {
        ObjectNode degree = degrees.addObject().put("type", "BA");
        if (chance(50)) {
          degree.put("year", 1990);
        }
      }
    }
    return person;
  }

  /** Changes, removes or adds a value somewhere. */
  private void damage(ObjectNode query) {
    JsonNode at = query;
    for (int depth = random.nextInt(5); depth > 0 && !at.isEmpty(); depth--) {
      List<JsonNode> inside = new ArrayList<>();
      at.forEach(inside::add);
      JsonNode next = one(inside);
      if (!next.isContainerNode()) {
        break;
      }
      at = next;
    }
    JsonNode other =
        Json.read(one(List.of("7", "\"\"", "[]", "{}", "null", "true", "[\"a\"]", "-1")));
    if (at instanceof ObjectNode object) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      String name = names.isEmpty() || chance(20) ? "more" : one(names);
      if (chance(30)) {
        object.remove(name);
      } else {
        object.set(name, other);
      }
    } else if (at instanceof ArrayNode array && !array.isEmpty()) {
      array.set(random.nextInt(array.size()), other);
    }
  }
}
