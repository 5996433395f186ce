package org.attestry.adopt.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attestry.adopt.report.Finding;
import org.attestry.adopt.report.Report;
import org.attestry.adopt.schemas.Template;
import org.attestry.adopt.schemas.TranslatedSchema;
import org.attestry.adopt.suite.Reply;
import org.attestry.adopt.suite.Suite;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/** Uploads the templates and publishes the schemas that the suite does not have. */
final class SchemaTransfer {

  private static final String SCHEMAS = "/api/v1/Schema";
  private static final String TEMPLATES = "certificateTemplates";
  private static final String DRAFT = "DRAFT";

  private final Suite suite;
  private final Report report;

  SchemaTransfer(Suite suite, Report report) {
    this.suite = suite;
    this.report = report;
  }

  /**
   * Publishes the schemas; those that others refer to come first. A schema whose first request had
   * an effect but no reply is there when it is sent again.
   */
  void publish(List<TranslatedSchema> schemas) {
    List<TranslatedSchema> waiting =
        new ArrayList<>(schemas.stream().filter(schema -> !isThere(schema)).toList());
    waiting.forEach(this::uploadTemplates);
    boolean goesOn = !waiting.isEmpty();
    while (goesOn) {
      goesOn = waiting.removeIf(schema -> create(schema).isOk() || isThere(schema));
    }
    for (TranslatedSchema schema : waiting) {
      report.add(
          Finding.REFUSED,
          "Schema " + schema.name(),
          create(schema).failure()
              + " Mend the document in the folder of translated schemas, name the folder in"
              + " schemas.translated, and run again.");
    }
  }

  private boolean isThere(TranslatedSchema schema) {
    ObjectNode search = Json.object();
    search.putObject("filters").putObject("name").put("eq", schema.name());
    JsonNode found = suite.post(SCHEMAS + "/search", Json.write(search)).json().path("data");
    if (found.isEmpty()) {
      return false;
    }
    String stored = found.path(0).path("schema").asText();
    if (!Json.read(JsonBytes.of(stored)).equals(schema.document())) {
      report.add(
          Finding.KNOWN,
          "Schema " + schema.name(),
          "The suite has a schema of this name with another document; it stays as it is.");
    }
    return true;
  }

  private Reply create(TranslatedSchema schema) {
    ObjectNode body =
        Json.object()
            .put("name", schema.name())
            .put("schema", schema.document().toString())
            .put("status", DRAFT.equals(schema.status()) ? DRAFT : "PUBLISHED");
    Reply reply = suite.post(SCHEMAS, Json.write(body));
    for (JsonNode warning : reply.json().path("result").path("warnings")) {
      report.add(
          Finding.CHANGED,
          "Schema %s %s".formatted(schema.name(), warning.path("pointer").asText()),
          "The suite warns: " + warning.path("message").asText());
    }
    return reply;
  }

  private void uploadTemplates(TranslatedSchema schema) {
    for (Template template : schema.templates()) {
      ObjectNode body =
          Json.object()
              .put("name", template.name())
              .put("mediaType", template.mediaType())
              .put("template", template.text());
      Reply reply = suite.post("/api/v1/templates", Json.write(body));
      if (!reply.isOk()) {
        remove(schema.document(), "file:" + template.name());
        report.add(
            Finding.LOST,
            "Template " + template.name(),
            "%s. The type is published without it.".formatted(reply.failure()));
      }
    }
  }

  /** Removes the name of a template from each list of certificate templates. */
  private static void remove(JsonNode node, String name) {
    if (node.path(TEMPLATES) instanceof ObjectNode templates) {
      for (Map.Entry<String, JsonNode> entry : List.copyOf(templates.properties())) {
        if (entry.getValue().asText().equals(name)) {
          templates.remove(entry.getKey());
        }
      }
    }
    node.forEach(child -> remove(child, name));
  }

  /** Deprecates what was deprecated in the former system. */
  void deprecate(List<TranslatedSchema> schemas) {
    for (TranslatedSchema schema : schemas) {
      if (schema.status().equals("DEPRECATED")) {
        setStatus(schema.name(), "DEPRECATED");
      }
    }
  }

  /** Opens deprecated types, because nothing is imported into them. */
  void open(List<TranslatedSchema> schemas) {
    for (TranslatedSchema schema : schemas) {
      if (schema.status().equals("DEPRECATED")) {
        setStatus(schema.name(), "PUBLISHED");
      }
    }
  }

  private void setStatus(String name, String status) {
    ObjectNode search = Json.object();
    search.putObject("filters").putObject("name").put("eq", name);
    JsonNode found = suite.post(SCHEMAS + "/search", Json.write(search)).json().at("/data/0");
    if (!found.isMissingNode() && !found.path("status").asText().equals(status)) {
      Reply reply =
          suite.put(
              SCHEMAS + "/" + found.path("osid").asText(),
              Json.write(Json.object().put("status", status)));
      if (!reply.isOk()) {
        report.add(Finding.REFUSED, "Schema " + name, reply.failure());
      }
    }
  }
}
