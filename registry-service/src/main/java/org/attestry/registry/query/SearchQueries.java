package org.attestry.registry.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Caller;
import org.attestry.contracts.registry.EntityOperations.ListEntitiesRequest;
import org.attestry.registry.access.SearchScope;
import org.attestry.registry.query.EntityQuery.Count;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.WholeNumber;

/**
 * Reads the body of a search and checks it against the type and the fields that the caller may see.
 *
 * @param maximumLimit the maximum number of entities in one reply
 */
public record SearchQueries(int maximumLimit, Cursors cursors) {

  private static final int USUAL_LIMIT = 20;
  private static final Set<String> MEMBERS =
      Set.of("filters", "limit", "offset", "cursor", "sort", "fields", "count");

  /**
   * @throws org.attestry.contracts.FailureException INVALID if the body names a field that does not
   *     exist or that the caller may not see
   */
  public Search read(PublishedType type, CallContext context, SearchScope scope, JsonNode body) {
    Caller caller = context.caller();
    requireKnown(body);
    boolean own = scope == SearchScope.OWN;
    Visibility visibility = new Visibility(type, caller, caller.admin() || own);
    FieldReader fields = new FieldReader(visibility);
    Filter filter = new FilterReader(visibility).read(body.path("filters"));
    List<SortKey> sort = fields.sort(body.path("sort"));
    String identity = identity(type, caller, body);
    Position position = position(body, identity);
    long offset = number(body, "offset", 0, 0, Integer.MAX_VALUE);
    if (position != null && body.has("offset")) {
      throw SearchFailures.invalid("/offset", "exclusive", "Send a cursor or an offset, not both.");
    }
    EntityQuery query =
        new EntityQuery(
            filter,
            own ? caller.userId() : null,
            sort,
            (int) number(body, "limit", USUAL_LIMIT, 1, maximumLimit),
            offset,
            position,
            count(body, scope),
            context.deadline());
    return new Search(query, fields.projection(body.path("fields")), identity, cursors);
  }

  /** Reads a list request: a search without filters. */
  public Search read(
      PublishedType type, CallContext context, SearchScope scope, ListEntitiesRequest list) {
    ObjectNode body = Json.object();
    body.put("limit", list.limit());
    if (list.offset() != 0) {
      body.put("offset", list.offset());
    }
    if (list.cursor() != null) {
      body.put("cursor", list.cursor());
    }
    list.sort().forEach(body.putArray("sort")::add);
    return read(type, context, scope, body);
  }

  /** Fails if the limit is below 1 or above the maximum, or the offset is negative. */
  public void requirePage(int limit, int offset) {
    if (limit < 1 || limit > maximumLimit || offset < 0) {
      throw SearchFailures.invalid(
          "/limit",
          "range",
          "The limit is 1 to %d and the offset 0 or more.".formatted(maximumLimit));
    }
  }

  private static void requireKnown(JsonNode body) {
    if (!body.isObject()) {
      throw SearchFailures.invalid(
          "", "type", "A search is a JSON object, such as {\"filters\": {}}.");
    }
    for (Map.Entry<String, JsonNode> member : body.properties()) {
      if (!MEMBERS.contains(member.getKey())) {
        throw SearchFailures.invalid(
            SearchFailures.at("", member.getKey()),
            "unknown",
            "A search has no such member; known are %s."
                .formatted(String.join(", ", new TreeSet<>(MEMBERS))));
      }
    }
  }

  private static String identity(PublishedType type, Caller caller, JsonNode body) {
    ArrayNode identity = Json.array();
    identity.add(type.number()).add(caller.userId()).add(caller.admin());
    identity.add(body.path("filters").toString()).add(body.path("sort").toString());
    return Json.write(identity).text();
  }

  private Position position(JsonNode body, String identity) {
    JsonNode cursor = body.path("cursor");
    if (cursor.isMissingNode() || cursor.isNull()) {
      return null;
    }
    if (!cursor.isTextual()) {
      throw SearchFailures.invalid(
          "/cursor", "type", "A cursor is the string nextCursor of an answer.");
    }
    return cursors.read(cursor.textValue(), identity);
  }

  /**
   * Reads how the total is to be determined. An estimate covers all entities, so callers who find
   * only their own entities get an exact count instead.
   */
  private static Count count(JsonNode body, SearchScope scope) {
    JsonNode count = body.path("count");
    Count requested =
        count.isMissingNode() || count.isNull()
            ? Count.AFFORDABLE
            : switch (count.asText().toLowerCase(Locale.ROOT)) {
              case "auto" -> Count.AFFORDABLE;
              case "exact" -> Count.EXACT;
              case "planned" -> Count.PLANNED;
              case "none" -> Count.NONE;
              default ->
                  throw SearchFailures.invalid(
                      "/count", "enum", "Send auto, exact, planned or none.");
            };
    return scope == SearchScope.OWN && requested != Count.NONE ? Count.EXACT : requested;
  }

  private static long number(JsonNode body, String name, long usual, long least, long most) {
    JsonNode value = body.path(name);
    if (value.isMissingNode() || value.isNull()) {
      return usual;
    }
    OptionalLong number = WholeNumber.of(value);
    if (number.isEmpty() || number.getAsLong() < least || number.getAsLong() > most) {
      throw SearchFailures.invalid(
          SearchFailures.at("", name),
          "range",
          "Send a whole number from %d to %d.".formatted(least, most));
    }
    return number.getAsLong();
  }
}
