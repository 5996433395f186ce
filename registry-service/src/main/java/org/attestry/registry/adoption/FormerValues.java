package org.attestry.registry.adoption;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.schema.SystemFieldNames;
import org.attestry.registry.document.NestedOsids;
import org.attestry.registry.types.PublishedType;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.json.Json;

/**
 * The values of a record of a former system, without the members that services maintain. The osids
 * of nested objects are kept, without the prefix of old records.
 */
final class FormerValues {

  /** The osids so far; null if values may repeat an object. */
  private final Set<String> osids;

  private FormerValues(Set<String> osids) {
    this.osids = osids;
  }

  /**
   * Returns the body of an entity. The members of a nested object that services maintain are left
   * out, and so are attestation records, which a line has in a member of their own.
   *
   * @throws FailureException INVALID for an osid that is no UUID or that two objects have;
   *     TOO_LARGE for too many objects
   */
  static ObjectNode body(PublishedType type, ObjectNode sent) {
    FormerValues values = new FormerValues(new HashSet<>());
    ObjectNode body = Json.object();
    for (Map.Entry<String, JsonNode> member : sent.properties()) {
      String name = member.getKey();
      if (!SystemFieldNames.contain(name) && type.policy(name).isEmpty()) {
        body.set(name, values.value(member.getValue()));
      }
    }
    NestedOsids.keep(body, body.deepCopy());
    return body;
  }

  /** Returns a value of an attestation record in the form that the body has it. */
  static JsonNode attested(JsonNode sent) {
    return new FormerValues(null).value(sent);
  }

  private JsonNode value(JsonNode sent) {
    if (sent instanceof ArrayNode items) {
      ArrayNode kept = Json.array();
      items.forEach(item -> kept.add(value(item)));
      return kept;
    }
    if (!(sent instanceof ObjectNode object)) {
      return sent;
    }
    ObjectNode kept = Json.object();
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      if (member.getKey().equals(NestedOsids.OSID)) {
        kept.put(NestedOsids.OSID, osid(member.getValue()));
      } else if (!SystemFieldNames.contain(member.getKey())) {
        kept.set(member.getKey(), value(member.getValue()));
      }
    }
    return kept;
  }

  private String osid(JsonNode sent) {
    String osid =
        Ids.parse(Ids.bare(sent.asText()))
            .orElseThrow(() -> refused("The osid of a nested object must be a UUID."))
            .toString();
    if (osids != null && !osids.add(osid)) {
      throw refused("Two nested objects have the osid %s.".formatted(osid));
    }
    return osid;
  }

  private static FailureException refused(String message) {
    return FailureException.invalid("registry.adoption.line", "/entity", "osid", message);
  }
}
