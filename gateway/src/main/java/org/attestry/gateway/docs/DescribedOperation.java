package org.attestry.gateway.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;
import java.util.Locale;
import org.attestry.gateway.http.ApiOperation;
import org.attestry.gateway.http.OpenApi;

/**
 * A fixed operation as the description shows it: unchanged, or specialised for one type.
 *
 * @param type null where the type is a parameter of the path
 */
record DescribedOperation(ApiOperation operation, DescribedType type) {

  private static final String REFERENCE = "$ref";
  private static final String ENTITY = OpenApi.SCHEMAS + "Entity";

  String path() {
    return type == null ? operation.path() : operation.path().replace("{type}", type.name());
  }

  String method() {
    return operation.method().name().toLowerCase(Locale.ROOT);
  }

  /** Returns the tag under which the operation is listed. */
  String tag() {
    return type == null ? operation.tag() : type.name();
  }

  /** Returns the operation's OpenAPI Operation Object. */
  ObjectNode described() {
    ObjectNode out = operation.described().deepCopy();
    out.properties().removeIf(member -> member.getKey().startsWith("x-"));
    return type == null ? out : ofType(out);
  }

  private ObjectNode ofType(ObjectNode out) {
    out.put("operationId", operation.operationId() + "-" + type.name());
    out.putArray("tags").add(type.name());
    for (Iterator<JsonNode> each = out.path("parameters").iterator(); each.hasNext(); ) {
      if (each.next().path("name").asText().equals("type")) {
        each.remove();
      }
    }
    if (out.path("parameters").isEmpty()) {
      out.remove("parameters");
    }
    for (JsonNode holder : out.findParents(REFERENCE)) {
      if (holder.get(REFERENCE).asText().equals(ENTITY)) {
        ((ObjectNode) holder).put(REFERENCE, OpenApi.SCHEMAS + type.definition());
      }
    }
    return out;
  }
}
