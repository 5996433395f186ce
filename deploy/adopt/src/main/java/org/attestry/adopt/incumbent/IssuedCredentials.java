package org.attestry.adopt.incumbent;

import static org.attestry.adopt.incumbent.Identifiers.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.attestry.adopt.report.AdoptFailure;
import org.attestry.contracts.JsonBytes;
import org.attestry.runtime.json.Json;

/**
 * Reads the tables of the credentials and identity services of version 2, where the registry stores
 * the id of a credential alone.
 */
public final class IssuedCredentials {

  private static final String TABLE = quoted("VerifiableCredentials");

  private IssuedCredentials() {}

  /** Returns the signed documents by id; empty texts for those that were revoked. */
  public static Map<String, String> signed(Connection connection, Collection<String> ids) {
    String sql =
        "SELECT id, signed::text, status::text FROM %s WHERE id = ANY (?)".formatted(TABLE);
    Map<String, String> found = new HashMap<>();
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      query.setArray(1, connection.createArrayOf("text", ids.toArray()));
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          boolean revoked = "REVOKED".equals(rows.getString(3));
          found.put(rows.getString(1), revoked ? "" : rows.getString(2));
        }
      }
      return found;
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  /** Reads every signed document. */
  public static void forEach(Connection connection, Consumer<String> each) {
    try (Statement query = connection.createStatement();
        ResultSet rows =
            query.executeQuery(
                "SELECT signed::text FROM %s WHERE signed IS NOT NULL".formatted(TABLE))) {
      while (rows.next()) {
        each.accept(rows.getString(1));
      }
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  /** Returns the DID documents of the given DIDs. */
  public static List<JsonNode> didDocuments(Connection identities, Collection<String> dids) {
    String sql =
        "SELECT %s::text FROM %s WHERE id = ANY (?)"
            .formatted(quoted("didDoc"), quoted("Identity"));
    List<JsonNode> documents = new ArrayList<>();
    try (PreparedStatement query = identities.prepareStatement(sql)) {
      query.setArray(1, identities.createArrayOf("text", dids.toArray()));
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          JsonNode document = Json.read(JsonBytes.of(rows.getString(1)));
          documents.add(
              document.isTextual() ? Json.read(JsonBytes.of(document.textValue())) : document);
        }
      }
      return documents;
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  private static AdoptFailure unreadable(SQLException e) {
    return new AdoptFailure("The credentials cannot be read: " + e.getMessage(), e);
  }
}
