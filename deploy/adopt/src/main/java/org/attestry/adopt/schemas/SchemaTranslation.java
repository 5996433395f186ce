package org.attestry.adopt.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attestry.adopt.incumbent.EntityType;
import org.attestry.adopt.incumbent.SchemaDocument;
import org.attestry.adopt.report.Report;

/**
 * Translates a schema document: its JSON Schema stays as it is, its {@code _osConfig} is written as
 * this suite reads it. Each change and each loss is a line of the report.
 */
public final class SchemaTranslation {

  private static final String CONFIG = "_osConfig";

  private final TemplateSource templates;
  private final Report report;

  public SchemaTranslation(TemplateSource templates, Report report) {
    this.templates = templates;
    this.report = report;
  }

  public TranslatedSchema translate(SchemaDocument schema) {
    ObjectNode document = schema.document().deepCopy();
    List<Template> found = new ArrayList<>();
    if (document.path(CONFIG) instanceof ObjectNode config) {
      String type = schema.types().stream().map(EntityType::name).findFirst().orElse(schema.name());
      translate(schema.name(), type, document, "/" + CONFIG, config, found);
    }
    for (Map.Entry<String, JsonNode> definition : document.path("definitions").properties()) {
      if (definition.getValue().path(CONFIG) instanceof ObjectNode config) {
        String at = "/definitions/%s/%s".formatted(definition.getKey(), CONFIG);
        translate(schema.name(), definition.getKey(), document, at, config, found);
      }
    }
    return new TranslatedSchema(schema.name(), schema.status(), document, found);
  }

  private void translate(
      String schema,
      String type,
      ObjectNode document,
      String at,
      ObjectNode config,
      List<Template> found) {
    JsonNode properties = document.path("definitions").path(type).path("properties");
    ConfigLines lines = new ConfigLines(report, schema, at);
    TemplateMembers members = new TemplateMembers(templates, type, found);
    new ConfigTranslation(config, properties, lines, members).translate();
  }
}
