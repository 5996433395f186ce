package org.attestry.registry.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.schema.SystemFieldNames;
import org.attestry.registry.validation.Violations;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonLocation;

/** The osids of the objects inside an entity, by which array items are addressed. */
public final class NestedOsids {

  public static final String OSID = SystemFieldNames.OSID;

  private static final int MOST_OBJECTS = 20_000;

  private static final String NOT_GIVEN =
      "The osid is given by the service; leave it out, or send back one that was read here.";

  private static final Pattern FORM =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", Pattern.CASE_INSENSITIVE);

  private NestedOsids() {}

  /** Assigns an osid to each nested object of a new entity. */
  public static void assign(ObjectNode body) {
    keep(body, Json.object());
  }

  /**
   * Assigns an osid to each nested object of a changed entity. An osid that was sent is kept; an
   * object without one takes over the osid of the former object at the same path of member names.
   *
   * @throws org.attestry.contracts.FailureException INVALID if an osid was sent twice or did not
   *     exist in this entity before; TOO_LARGE if there are more nested objects than an entity may
   *     have
   */
  public static void keep(ObjectNode body, ObjectNode before) {
    Set<String> known = new HashSet<>();
    members(before, JsonLocation.ROOT, (object, at) -> known.add(object.path(OSID).asText()));
    Violations wrong = new Violations();
    Set<String> sent = new HashSet<>();
    AtomicInteger objects = new AtomicInteger();
    members(
        body,
        JsonLocation.ROOT,
        (object, at) -> {
          requireNotTooMany(objects.incrementAndGet());
          claim(object, at, known, sent, wrong);
        });
    if (!wrong.isEmpty()) {
      throw wrong.failure(FailureKind.INVALID, "registry.entity.osid", NOT_GIVEN).exception();
    }
    body.properties().forEach(m -> assign(m.getValue(), before.path(m.getKey()), sent));
  }

  /** Returns a copy without nested osids, as the caller wrote it. */
  public static ObjectNode without(ObjectNode body) {
    return (ObjectNode) withoutIn(body);
  }

  /** Returns a copy of any value without nested osids. */
  public static JsonNode withoutIn(JsonNode node) {
    if (node.isArray()) {
      ArrayNode out = JsonNodeFactory.instance.arrayNode(node.size());
      node.forEach(item -> out.add(withoutIn(item)));
      return out;
    }
    if (!node.isObject()) {
      return node;
    }
    ObjectNode out = Json.object();
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      if (!member.getKey().equals(OSID)) {
        out.set(member.getKey(), withoutIn(member.getValue()));
      }
    }
    return out;
  }

  /**
   * Whether two values are the same but for nested osids. Nothing is copied, and the comparison
   * ends at the first difference.
   */
  public static boolean sameWithout(JsonNode one, JsonNode other) {
    if (one.isArray() && other.isArray()) {
      return one.size() == other.size()
          && IntStream.range(0, one.size()).allMatch(i -> sameWithout(one.get(i), other.get(i)));
    }
    if (!one.isObject() || !other.isObject()) {
      return DocumentDiff.same(one, other);
    }
    return membersOf(one) == membersOf(other)
        && one.properties().stream()
            .filter(member -> !member.getKey().equals(OSID))
            .allMatch(
                member ->
                    other.has(member.getKey())
                        && sameWithout(member.getValue(), other.get(member.getKey())));
  }

  /** Returns the number of members without the osid. */
  private static int membersOf(JsonNode object) {
    return object.size() - (object.has(OSID) ? 1 : 0);
  }

  /** Whether a path segment is an osid rather than a name. */
  static boolean isOne(String segment) {
    return FORM.matcher(Ids.bare(segment)).matches();
  }

  /** Whether an object has this osid. */
  public static boolean has(JsonNode object, String osid) {
    return object.path(OSID).isTextual() && object.get(OSID).textValue().equals(Ids.bare(osid));
  }

  private static void claim(
      ObjectNode object, JsonLocation at, Set<String> known, Set<String> sent, Violations wrong) {
    JsonNode given = object.get(OSID);
    if (given == null) {
      return;
    }
    String osid = given.isTextual() ? Ids.bare(given.textValue()) : "";
    if (known.contains(osid) && sent.add(osid)) {
      object.put(OSID, osid);
    } else {
      wrong.add(at.member(OSID), "system-field", NOT_GIVEN);
    }
  }

  /**
   * Limits the number of nested objects, because the osid that each gets may be longer than the
   * object.
   */
  private static void requireNotTooMany(int objects) {
    if (objects > MOST_OBJECTS) {
      String message =
          "An entity has at most %d nested objects; make some of them entities of their own."
              .formatted(MOST_OBJECTS);
      throw FailureException.of(FailureKind.TOO_LARGE, "registry.entity.too-many-objects", message);
    }
  }

  private static void assign(JsonNode value, JsonNode before, Set<String> taken) {
    if (value instanceof ArrayNode items) {
      items.forEach(item -> assign(item, JsonNodeFactory.instance.missingNode(), taken));
      return;
    }
    if (!(value instanceof ObjectNode object)) {
      return;
    }
    if (!object.has(OSID)) {
      String former = before.path(OSID).asText("");
      object.put(OSID, !former.isEmpty() && taken.add(former) ? former : Ids.next().toString());
    }
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      assign(member.getValue(), before.path(member.getKey()), taken);
    }
  }

  /** Visits each nested object, without the root. */
  private static void members(
      JsonNode node, JsonLocation at, BiConsumer<ObjectNode, JsonLocation> visit) {
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      if (node.get(i).isContainerNode()) {
        item(node.get(i), at.item(i), visit);
      }
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      if (member.getValue().isContainerNode()) {
        item(member.getValue(), at.member(member.getKey()), visit);
      }
    }
  }

  private static void item(
      JsonNode node, JsonLocation at, BiConsumer<ObjectNode, JsonLocation> visit) {
    if (node instanceof ObjectNode object) {
      visit.accept(object, at);
    }
    members(node, at, visit);
  }
}
