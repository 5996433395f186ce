package org.attestry.adopt.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attestry.adopt.credentials.Survey;
import org.attestry.adopt.incumbent.EntityType;
import org.attestry.adopt.incumbent.SchemaDocument;
import org.attestry.adopt.report.PrivateFolder;
import org.attestry.adopt.report.Report;
import org.attestry.adopt.schemas.SchemaTranslation;
import org.attestry.adopt.schemas.TemplateSource;
import org.attestry.adopt.schemas.TranslatedSchema;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/**
 * The schemas as the suite publishes them.
 *
 * @param policies the published policies of each type
 */
public record Translations(List<TranslatedSchema> schemas, Map<String, Set<String>> policies) {

  private static final String CONFIG = "_osConfig";
  private static final String POLICIES = "attestationPolicies";
  private static final String TEMPLATE = "credentialTemplate";

  /**
   * Translates the schemas.
   *
   * @param mended a folder with documents that are published in place of translated ones, or null
   */
  public static Translations of(
      List<SchemaDocument> schemas, TemplateSource templates, Path mended, Report report) {
    SchemaTranslation translation = new SchemaTranslation(templates, report);
    List<TranslatedSchema> translated =
        schemas.stream().map(schema -> withMended(translation.translate(schema), mended)).toList();
    Map<String, Set<String>> policies = new LinkedHashMap<>();
    for (TranslatedSchema schema : translated) {
      for (EntityType type : new SchemaDocument(schema.name(), "", schema.document()).types()) {
        policies.put(type.name(), new LinkedHashSet<>(type.policies()));
      }
    }
    return new Translations(translated, policies);
  }

  private static TranslatedSchema withMended(TranslatedSchema schema, Path folder) {
    Path file = folder == null ? null : folder.resolve(schema.name() + ".json");
    if (file == null || !Files.exists(file)) {
      return schema;
    }
    try {
      JsonNode document = Json.parse(JsonBytes.of(Files.readAllBytes(file)));
      return new TranslatedSchema(
          schema.name(), schema.status(), (ObjectNode) document, schema.templates());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes the documents to a folder, where somebody can read and mend them. */
  public void write(Path folder) {
    try {
      PrivateFolder.create(folder);
      for (TranslatedSchema schema : schemas) {
        Files.writeString(
            folder.resolve(schema.name() + ".json"), schema.document().toPrettyString() + "\n");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds the contexts that credential templates name. */
  public void addContexts(Survey survey) {
    for (TranslatedSchema schema : schemas) {
      addContexts(schema.document().path(CONFIG), survey);
      schema.document().path("definitions").forEach(type -> addContexts(type.path(CONFIG), survey));
    }
  }

  private static void addContexts(JsonNode config, Survey survey) {
    survey.addTemplate(config.path(TEMPLATE));
    config.path(POLICIES).forEach(policy -> survey.addTemplate(policy.path(TEMPLATE)));
  }
}
