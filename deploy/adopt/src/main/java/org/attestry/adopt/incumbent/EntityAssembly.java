package org.attestry.adopt.incumbent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.adopt.incumbent.IncumbentEntity.Attestation;
import org.attestry.adopt.report.Finding;
import org.attestry.adopt.report.Report;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/**
 * Makes entities of vertices. A column {@code x_osid} refers to the object {@code x}, or, in the
 * layout of arrays, lists the osids of its items; a column {@code x_arr_osid} refers to a vertex
 * that lists them in its column {@code x_osid}. Other arrays are texts such as {@code ["a","b"]}.
 */
final class EntityAssembly {

  private static final String OSID = "osid";
  private static final String REFERENCE = "_osid";
  private static final String ARRAY_REFERENCE = "_arr_osid";
  private static final String ANONYMOUS = "anonymous";
  private static final Set<String> STATES =
      Set.of("DRAFT", "ATTESTATION_REQUESTED", "PUBLISHED", "REJECTED");

  /** Columns that the former system keeps for itself. */
  private static final Set<String> SYSTEM =
      Set.of("@type", "osOwner", "osCreatedAt", "osUpdatedAt", "osCreatedBy", "osUpdatedBy");

  private final EntityType type;
  private final Report report;

  EntityAssembly(EntityType type, Report report) {
    this.type = type;
    this.report = report;
  }

  IncumbentEntity entity(Vertex root) {
    ObjectNode values = Json.object().put(OSID, root.osid());
    List<Attestation> attestations = new ArrayList<>();
    Map<String, List<Vertex>> nested = nested(root);
    nested.forEach(
        (property, vertices) -> {
          if (type.policies().contains(property)) {
            vertices.forEach(vertex -> attestations.add(attestation(vertex)));
          }
        });
    addValues(values, root, nested, type.fields(), subject(root));
    return new IncumbentEntity(
        type.name(),
        root.osid(),
        values,
        owners(root),
        root.text("osCreatedAt"),
        root.text("osCreatedBy"),
        root.text("osUpdatedAt"),
        root.text("osUpdatedBy"),
        root.isDeleted(),
        credential(root),
        attestations);
  }

  /** Returns the signed document; of version 2 its id, which is resolved later. */
  private static String credential(Vertex root) {
    String signed = root.text("_osSignedData");
    return signed == null ? root.text("_osCredentialId") : signed;
  }

  private List<String> owners(Vertex root) {
    String owners = root.text("osOwner");
    if (owners == null || owners.isBlank()) {
      return List.of();
    }
    List<String> found = new ArrayList<>();
    for (JsonNode owner : listOf(owners)) {
      if (!owner.asText().equals(ANONYMOUS) && !owner.asText().isBlank()) {
        found.add(owner.asText());
      }
    }
    return found;
  }

  private ObjectNode object(Vertex vertex, DeclaredFields fields, String where) {
    ObjectNode object = Json.object().put(OSID, vertex.osid());
    addValues(object, vertex, nested(vertex), fields, where);
    return object;
  }

  private void addValues(
      ObjectNode object,
      Vertex vertex,
      Map<String, List<Vertex>> nested,
      DeclaredFields fields,
      String where) {
    boolean root = vertex.label().equals(type.name());
    for (Map.Entry<String, Object> column : vertex.values().entrySet()) {
      String name = column.getKey();
      String property = reference(vertex, name, column.getValue());
      if (property != null) {
        if (!root || !type.policies().contains(property)) {
          addNested(object, property, nested.get(property), isArray(vertex, name), fields, where);
        }
      } else if (!isSystem(name)) {
        object.set(name, value(column.getValue(), fields.property(name), where + "/" + name));
      }
    }
  }

  private void addNested(
      ObjectNode object,
      String property,
      List<Vertex> vertices,
      boolean array,
      DeclaredFields fields,
      String where) {
    DeclaredFields declared = fields.property(property);
    String at = where + "/" + property;
    if (array) {
      ArrayNode items = object.putArray(property);
      vertices.forEach(item -> items.add(object(item, declared.items(), at)));
    } else if (!vertices.isEmpty()) {
      object.set(property, object(vertices.getFirst(), declared, at));
    }
  }

  /** Returns the nested vertices of a vertex by property, in their order. */
  private Map<String, List<Vertex>> nested(Vertex vertex) {
    Map<String, List<Vertex>> nested = new LinkedHashMap<>();
    for (Map.Entry<String, Object> column : vertex.values().entrySet()) {
      String property = reference(vertex, column.getKey(), column.getValue());
      if (property != null) {
        nested.put(property, referred(vertex, property, column.getValue().toString()));
      }
    }
    return nested;
  }

  private List<Vertex> referred(Vertex vertex, String property, String reference) {
    List<Vertex> found = new ArrayList<>();
    for (JsonNode osid : listOf(reference)) {
      Vertex child = vertex.children().get(unprefixed(osid.asText()));
      if (child == null) {
        report.add(
            Finding.LOST,
            subject(vertex) + "/" + property,
            "'%s' has no row that is in force; it is left out.".formatted(osid.asText()));
      } else if (child.isArray()) {
        found.addAll(referred(child, property, items(child, property)));
      } else {
        found.add(child);
      }
    }
    return found;
  }

  private static String items(Vertex array, String property) {
    String items = array.text(property + REFERENCE);
    return items == null ? "[]" : items;
  }

  /**
   * Returns the property that a column refers to; null for a column with a value of its own, whose
   * name may end alike.
   */
  private static String reference(Vertex vertex, String column, Object value) {
    if (!column.endsWith(REFERENCE) || !(value instanceof String text)) {
      return null;
    }
    Vertex first = first(vertex, text);
    if (first != null && first.isArray() && column.endsWith(ARRAY_REFERENCE)) {
      return column.substring(0, column.length() - ARRAY_REFERENCE.length());
    }
    boolean list = text.startsWith("[") && text.endsWith("]");
    return first != null || list || isUuid(text)
        ? column.substring(0, column.length() - REFERENCE.length())
        : null;
  }

  private static boolean isArray(Vertex vertex, String column) {
    String text = vertex.text(column);
    Vertex first = first(vertex, text);
    return text.startsWith("[") || first != null && first.isArray();
  }

  private static Vertex first(Vertex vertex, String references) {
    JsonNode list = listOf(references);
    return list.isEmpty() ? null : vertex.children().get(unprefixed(list.get(0).asText()));
  }

  private static boolean isUuid(String text) {
    return text.matches("(\\d+-)?[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
  }

  static String unprefixed(String osid) {
    return isUuid(osid) ? osid.substring(osid.length() - 36) : osid;
  }

  /** Reads a list of texts; one that is not in brackets is its only item. */
  private static JsonNode listOf(String text) {
    if (text.startsWith("[") && text.endsWith("]")) {
      try {
        return Json.read(JsonBytes.of(text));
      } catch (RuntimeException notQuoted) {
        ArrayNode items = Json.array();
        for (String item : text.substring(1, text.length() - 1).split(",")) {
          items.add(item.strip());
        }
        return items;
      }
    }
    return Json.array().add(text);
  }

  private static boolean isSystem(String column) {
    return SYSTEM.contains(column) || column.startsWith("_");
  }

  private JsonNode value(Object value, DeclaredFields declared, String where) {
    return switch (value) {
      case Boolean truth -> BooleanNode.valueOf(truth);
      case Long number -> LongNode.valueOf(number);
      case Double number -> DecimalNode.valueOf(BigDecimal.valueOf(number));
      case BigDecimal number -> DecimalNode.valueOf(number);
      default -> text(value.toString(), declared, where);
    };
  }

  private JsonNode text(String text, DeclaredFields declared, String where) {
    boolean brackets = text.startsWith("[") && text.endsWith("]");
    if (declared.isText() || !brackets) {
      return TextNode.valueOf(text);
    }
    try {
      return Json.read(JsonBytes.of(text));
    } catch (RuntimeException e) {
      if (declared.isArray()) {
        report.add(Finding.CHANGED, where, "The stored array is no JSON; it comes as a text.");
      }
      return TextNode.valueOf(text);
    }
  }

  private Attestation attestation(Vertex vertex) {
    String state = vertex.text("_osState");
    String where = subject(vertex);
    if (state == null || !STATES.contains(state)) {
      report.add(Finding.CHANGED, where, "The state %s becomes DRAFT.".formatted(state));
      state = "DRAFT";
    }
    Map<String, List<Vertex>> nested = nested(vertex);
    ObjectNode items = nestedObject(nested.get("propertiesOSID"), where);
    return new Attestation(
        vertex.osid(),
        vertex.label(),
        state,
        vertex.text("_osClaimId"),
        items,
        vertex.text("propertyData"),
        nestedObject(nested.get("additionalInput"), where),
        vertex.text("_osAttestedData"),
        vertex.text("userId"),
        vertex.text("osCreatedAt"));
  }

  private ObjectNode nestedObject(Collection<Vertex> vertices, String where) {
    if (vertices == null || vertices.isEmpty()) {
      return null;
    }
    DeclaredFields unknown = new DeclaredFields(Json.object(), Json.object());
    ObjectNode object = object(vertices.iterator().next(), unknown, where);
    object.remove(OSID);
    return object.isEmpty() ? null : object;
  }

  private String subject(Vertex vertex) {
    String name =
        vertex.label().equals(type.name()) ? type.name() : type.name() + "/" + vertex.label();
    return name + "/" + vertex.osid();
  }
}
