package org.attestry.schema.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;
import org.attestry.contracts.FieldPath;
import org.attestry.runtime.json.Json;
import org.attestry.schema.publication.Linting;
import org.attestry.schema.publication.SampleDocuments;
import org.junit.jupiter.api.Test;

class BundlerTest {

  @Test
  void bundlesWhatOtherDocumentsDefineAndWhatThatReferences() {
    JsonNode bundle = bundle("Worker", SampleDocuments.WORKER, "Parts", SampleDocuments.LIBRARY);
    assertEquals("#/definitions/Parts.Contact", bundle.at("/properties/contact/$ref").asText());
    assertEquals("#/definitions/Parts.Post", bundle.at("/properties/posts/items/$ref").asText());
    assertEquals(
        "#/definitions/Parts.Address",
        bundle.at("/definitions/Parts.Contact/properties/address/$ref").asText());
    assertFalse(bundle.at("/definitions/Parts.Address/additionalProperties").asBoolean(true));
    assertEquals(3, bundle.path("definitions").size());
  }

  @Test
  void leavesOutIdsAndConfiguration() {
    String bundle =
        bundle("Worker", SampleDocuments.WORKER, "Parts", SampleDocuments.LIBRARY).toString();
    assertFalse(bundle.contains("$id"), bundle);
    assertFalse(bundle.contains("_osConfig"), bundle);
    assertTrue(bundle.contains("\"$schema\":\"" + Bundler.DRAFT_07 + "\""), bundle);
  }

  @Test
  void cyclesStayCycles() {
    String tree =
        SampleDocuments.typed(
                "Tree",
                """
                {"parent": {"$ref": "#/definitions/Tree"},
                 "children": {"type": "array", "items": {"$ref": "#/definitions/Twig"}}}
                """,
                "{}")
            .replace(
                "\"definitions\": {",
                "\"definitions\": {\"Twig\": {\"properties\": {\"of\": {\"$ref\":"
                    + " \"#/definitions/Twig\"}, \"tree\": {\"$ref\":"
                    + " \"Tree.json#/definitions/Tree\"}}},");
    JsonNode bundle = bundle("Tree", tree, "None", "{}");
    assertEquals("#", bundle.at("/properties/parent/$ref").asText());
    assertEquals("#/definitions/Twig", bundle.at("/definitions/Twig/properties/of/$ref").asText());
    assertEquals("#", bundle.at("/definitions/Twig/properties/tree/$ref").asText());
  }

  @Test
  void cyclesThroughOtherDocumentsEndToo() {
    String own =
        SampleDocuments.typed("Own", "{\"a\": {\"$ref\": \"Other.json#/definitions/A\"}}", "{}");
    String other =
        "{\"definitions\": {\"A\": {\"properties\": {\"own\": {\"$ref\":"
            + " \"Own.json#/definitions/Own\"}}}}}";
    JsonNode bundle = bundle("Own", own, "Other", other);
    assertEquals("#", bundle.at("/definitions/Other.A/properties/own/$ref").asText());
  }

  @Test
  void dataThatLooksLikeASchemaStaysAsItIs() {
    String own =
        SampleDocuments.typed(
            "Own",
            "{\"$ref\": {\"type\": \"string\"}, \"a\": {\"enum\": [{\"$ref\": \"#/nowhere\","
                + " \"$id\": 1}]}, \"$id\": {\"const\": {\"_osConfig\": 2}}}",
            "{}");
    JsonNode bundle = bundle("Own", own, "None", "{}");
    assertEquals("string", bundle.at("/properties/$ref/type").asText());
    assertEquals("#/nowhere", bundle.at("/properties/a/enum/0/$ref").asText());
    assertEquals(1, bundle.at("/properties/a/enum/0/$id").asInt());
    assertEquals(2, bundle.at("/properties/$id/const/_osConfig").asInt());
  }

  @Test
  void referencesByPointerIntoAnyPartOfADocument() {
    String own =
        SampleDocuments.typed(
            "Own",
            "{\"first part\": {\"type\": \"integer\"}, \"b\": {\"$ref\":"
                + " \"#/definitions/Own/properties/first%20part\"}}",
            "{}");
    JsonNode bundle = bundle("Own", own, "None", "{}");
    String ref = bundle.at("/properties/b/$ref").asText();
    assertEquals("integer", bundle.at(ref.substring(1) + "/type").asText());
  }

  @Test
  void twoPlacesOfOneNameGetTwoNames() {
    String own =
        SampleDocuments.typed(
                "Own",
                "{\"a\": {\"$ref\": \"#/definitions/P.X\"}, \"b\": {\"$ref\":"
                    + " \"P.json#/definitions/X\"}}",
                "{}")
            .replace("\"definitions\": {", "\"definitions\": {\"P.X\": {\"type\": \"integer\"},");
    JsonNode bundle = bundle("Own", own, "P", "{\"definitions\": {\"X\": {\"type\": \"string\"}}}");
    assertEquals(
        "integer",
        bundle.at(bundle.at("/properties/a/$ref").asText().substring(1) + "/type").asText());
    assertEquals(
        "string",
        bundle.at(bundle.at("/properties/b/$ref").asText().substring(1) + "/type").asText());
  }

  @Test
  void pathsLeadThroughReferencesListsAndCombinations() {
    String own =
        SampleDocuments.typed(
            "Own",
            """
            {"posts": {"type": "array", "items": {"$ref": "Parts.json#/definitions/Post"}},
             "either": {"oneOf": [{"properties": {"x": {}}}, {"$ref": "Parts.json#/definitions/Address"}]}}
            """,
            "{}");
    SchemaFields fields =
        new SchemaFields(bundle("Own", own, "Parts", SampleDocuments.LIBRARY), Linting.budget());
    assertTrue(fields.has(FieldPath.parse("$.posts[*].employerOSID")));
    assertTrue(fields.has(FieldPath.parse("$.posts.*.from")));
    assertTrue(fields.has(FieldPath.parse("either.x")));
    assertTrue(fields.has(FieldPath.parse("either.town")));
    assertFalse(fields.has(FieldPath.parse("posts.from")));
    assertFalse(fields.has(FieldPath.parse("either.y")));
    assertEquals(Set.of(FieldPath.parse("posts[*].from")), fields.named("from"));
  }

  @Test
  void namesAreFoundInCyclesWithoutEnd() {
    String own =
        SampleDocuments.typed(
            "Own",
            "{\"next\": {\"$ref\": \"#/definitions/Own\"}, \"leaf\": {\"properties\": {\"x\":"
                + " {}}}}",
            "{}");
    SchemaFields fields = new SchemaFields(bundle("Own", own, "None", "{}"), Linting.budget());
    assertEquals(Set.of(FieldPath.parse("leaf.x")), fields.named("x"));
    assertTrue(fields.has(FieldPath.parse("next.next.next.leaf.x")));
  }

  private static JsonNode bundle(String name, String own, String otherName, String other) {
    SchemaDocument document = new SchemaDocument(name, Json.read(own));
    Library library =
        new Library(document, Map.of(otherName, SchemaDocument.stored(otherName, other)));
    Findings findings = Linting.findings();
    ReferenceCheck.check(library, findings);
    assertEquals(java.util.List.of(), findings.violations().listed());
    return Bundler.bundle(library, "/definitions/" + name, Linting.budget());
  }
}
