package org.attestry.adopt.incumbent;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.attestry.adopt.report.AdoptFailure;
import org.attestry.adopt.report.Finding;
import org.attestry.adopt.report.Report;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/** Reads the schema documents: those in the table {@code V_Schema}, and files of a folder. */
public final class SchemaReader {

  private static final String LABEL = "Schema";
  private static final String SUFFIX = ".json";

  private final Catalogue catalogue;
  private final Report report;

  public SchemaReader(Catalogue catalogue, Report report) {
    this.catalogue = catalogue;
    this.report = report;
  }

  /**
   * Reads the documents. A document of the table takes precedence over a file of the same name.
   *
   * @param folder a folder with files {@code Name.json}, or null
   */
  public List<SchemaDocument> read(Connection connection, Path folder) {
    Map<String, SchemaDocument> documents = new LinkedHashMap<>();
    if (folder != null) {
      files(folder).forEach(document -> documents.put(document.name(), document));
    }
    if (catalogue.hasVertices(LABEL)) {
      addStored(connection, documents);
    }
    return List.copyOf(documents.values());
  }

  private List<SchemaDocument> files(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(SUFFIX))
          .sorted()
          .map(SchemaReader::file)
          .toList();
    } catch (IOException e) {
      throw new AdoptFailure("The folder of schemas cannot be read: " + e.getMessage(), e);
    }
  }

  private static SchemaDocument file(Path file) {
    String name = file.getFileName().toString().replace(SUFFIX, "");
    try {
      return new SchemaDocument(
          name, "PUBLISHED", Json.parse(JsonBytes.of(Files.readAllBytes(file))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void addStored(Connection connection, Map<String, SchemaDocument> documents) {
    String status = catalogue.hasColumn(LABEL, Vertex.STATUS) ? "\"_status\"" : "NULL";
    String sql =
        "SELECT name, schema, status, %s::text FROM %s ORDER BY \"ID\""
            .formatted(status, catalogue.vertices(LABEL));
    try (Statement query = connection.createStatement();
        ResultSet rows = query.executeQuery(sql)) {
      while (rows.next()) {
        String name = rows.getString(1);
        if (!"false".equals(rows.getString(4))) {
          JsonNode document = parsed(name, rows.getString(2));
          if (document != null) {
            documents.put(name, new SchemaDocument(name, state(rows.getString(3)), document));
          }
        }
      }
    } catch (SQLException e) {
      throw new AdoptFailure("The schemas cannot be read: " + e.getMessage(), e);
    }
  }

  private JsonNode parsed(String name, String text) {
    try {
      return Json.parse(JsonBytes.of(text));
    } catch (RuntimeException e) {
      report.add(Finding.REFUSED, "Schema " + name, "The document is no JSON: " + e.getMessage());
      return null;
    }
  }

  private static String state(String status) {
    return status == null || status.isBlank() ? "PUBLISHED" : status;
  }
}
