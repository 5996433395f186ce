package org.attestry.schema.lint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.FixedPaths;
import org.attestry.contracts.schema.SystemFieldNames;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.json.JsonPointers;
import org.attestry.runtime.json.SchemaTitles;
import org.attestry.schema.config.ConfigPlacement;
import org.attestry.schema.config.TypeConfigReader;
import org.attestry.schema.document.Bundler;
import org.attestry.schema.document.DocumentLimits;
import org.attestry.schema.document.Findings;
import org.attestry.schema.document.InPlaceCheck;
import org.attestry.schema.document.KeywordCheck;
import org.attestry.schema.document.Library;
import org.attestry.schema.document.PatternCheck;
import org.attestry.schema.document.ReferenceCheck;
import org.attestry.schema.document.ReservedNames;
import org.attestry.schema.document.SchemaDocument;
import org.attestry.schema.document.SchemaFields;

/** Checks a document and compiles its entity types. */
public record Linter(ReservedNames reserved) {

  /**
   * Checks the document and compiles its types, at revision 0, without the refused ones.
   *
   * @param schema the schema's id
   */
  public List<EntityType> lint(UUID schema, Library library, Findings findings) {
    SchemaDocument document = library.own();
    ReferenceCheck.check(library, findings);
    if (!findings.refused()) {
      InPlaceCheck.check(library, findings);
    }
    boolean whole = !findings.refused();
    PatternCheck.check(document, findings);
    KeywordCheck.check(document, findings);
    warnOfPropertiesWithoutType(document, findings);
    ConfigPlacement.check(document, findings);
    if (!whole) {
      return List.of();
    }
    return types(schema, library, findings);
  }

  private List<EntityType> types(UUID schema, Library library, Findings findings) {
    SchemaDocument document = library.own();
    TypeConfigReader configs = new TypeConfigReader(document, reserved, findings);
    List<EntityType> types = new ArrayList<>();
    long bytes = 0;
    for (Map.Entry<String, String> type : document.types().entrySet()) {
      if (isObject(library, type.getValue(), findings)) {
        refuseRequiredSystemFields(document, type.getValue(), findings);
        ObjectNode bundle = Bundler.bundle(library, type.getValue(), findings.budget());
        SchemaFields fields = new SchemaFields(bundle, findings.budget());
        warnOfOperationNames(type.getValue(), fields, findings);
        warnOfOsid(document, type.getValue(), fields, findings);
        TypeConfig config = configs.read(type.getValue(), fields);
        addTitles(type.getValue(), config, configs, fields, bundle);
        JsonBytes definition = Json.write(bundle);
        bytes += definition.utf8().length;
        DocumentLimits.requireDefinitions(bytes);
        types.add(new EntityType(type.getKey(), schema.toString(), 0, definition, config));
      }
    }
    return types;
  }

  /** Adds the titles in several languages, which all readers of the definition know. */
  private static void addTitles(
      String type,
      TypeConfig config,
      TypeConfigReader configs,
      SchemaFields fields,
      ObjectNode bundle) {
    ObjectNode titles = config == null ? Json.object() : configs.titles(type, fields);
    if (!titles.isEmpty()) {
      bundle.set(SchemaTitles.KEYWORD, titles);
    }
  }

  private static void warnOfPropertiesWithoutType(SchemaDocument document, Findings findings) {
    Set<String> types = document.types().keySet();
    document
        .root()
        .path("properties")
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!types.contains(name)) {
                findings.warn(
                    "/properties/" + JsonPointers.escape(name),
                    "no-type",
                    "'%s' is no entity type: a type is a '$ref' to '#/definitions/…'."
                        .formatted(name));
              }
            });
  }

  /**
   * Refuses system fields in {@code required}: the service sets them, so no entity in a request has
   * them.
   */
  private static void refuseRequiredSystemFields(
      SchemaDocument document, String definition, Findings findings) {
    JsonNode required = document.at(definition).path("required");
    for (int i = 0; i < required.size(); i++) {
      String name = required.get(i).asText();
      if (SystemFieldNames.contain(name)) {
        findings.refuse(
            definition + "/required/" + i,
            "system-field",
            "'%s' is given by the service and refused in what is sent; leave it out."
                .formatted(name));
      }
    }
  }

  private static void warnOfOperationNames(
      String definition, SchemaFields fields, Findings findings) {
    for (String name : new TreeSet<>(FixedPaths.ENTITY)) {
      warnOfOperationName(
          definition,
          name,
          fields,
          findings,
          "POST …/{id}/%1$s is an operation, so that nothing is added to a property '%1$s': name it otherwise, or change it by PUT."
              .formatted(name));
    }
    warnOfOperationName(
        definition,
        "attestation",
        fields,
        findings,
        "GET and POST …/{id}/attestation/… are operations on attestations: name the property"
            + " otherwise.");
  }

  private static void warnOfOperationName(
      String definition, String name, SchemaFields fields, Findings findings, String message) {
    if (fields.has(new FieldPath(List.of(name)))) {
      findings.warn(definition, "operation-name", message);
    }
  }

  /**
   * Warns of a property {@code osid} of the type itself; nested objects may be sent with their
   * osid.
   */
  private static void warnOfOsid(
      SchemaDocument document, String definition, SchemaFields fields, Findings findings) {
    String name = SystemFieldNames.OSID;
    if (fields.has(FieldPath.of(name))) {
      boolean own = document.at(definition).path("properties").has(name);
      findings.warn(
          own ? definition + "/properties/" + name : definition,
          "system-field",
          "'%s' is given by the service and refused in what is sent; name it otherwise."
              .formatted(name));
    }
  }

  private static boolean isObject(Library library, String definition, Findings findings) {
    boolean object = library.isObject("#" + definition);
    if (!object) {
      findings.refuse(
          definition, "type", "An entity is a JSON object; write \"type\": \"object\".");
    }
    return object;
  }
}
