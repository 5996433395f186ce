package org.attestry.adopt.incumbent;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.attestry.adopt.report.AdoptFailure;
import org.attestry.adopt.report.Report;

/** The databases of a Sunbird RC. */
public final class FormerSystem {

  private static final String REVOKED = "RevokedCredential";

  private final Databases databases;
  private final Report report;
  private final Catalogue catalogue;
  private final ClaimReader claims;
  private final List<SchemaDocument> schemas;

  /**
   * @param claims may be the same as {@code registry}
   * @param credentials the credentials service of version 2, or null
   * @param identities the identity service of version 2, or null
   */
  public record Databases(
      SourceDatabase registry,
      SourceDatabase claims,
      SourceDatabase credentials,
      SourceDatabase identities) {}

  /**
   * Reads what tables and schemas there are.
   *
   * @param schema the schema of PostgreSQL that holds the tables
   * @param documents a folder with further schema documents, or null
   * @param zone the zone of the times of claims
   */
  public FormerSystem(
      Databases databases, String schema, Path documents, ZoneId zone, Report report) {
    this.databases = databases;
    this.report = report;
    try (Connection registry = databases.registry().connect();
        Connection claimsConnection = databases.claims().connect()) {
      this.catalogue = Catalogue.read(registry, schema);
      Catalogue claimTables = Catalogue.read(claimsConnection, schema);
      this.claims = new ClaimReader(catalogue, claimTables, zone);
      this.schemas = new SchemaReader(catalogue, report).read(registry, documents);
    } catch (SQLException e) {
      throw new AdoptFailure("The connection cannot be closed: " + e.getMessage(), e);
    }
  }

  public Databases databases() {
    return databases;
  }

  public List<SchemaDocument> schemas() {
    return schemas;
  }

  public List<EntityType> types() {
    return schemas.stream()
        .flatMap(schema -> schema.types().stream())
        .filter(type -> !type.name().equals(REVOKED))
        .toList();
  }

  public EntityReader entities(EntityType type) {
    return new EntityReader(type, catalogue, report);
  }

  public ClaimReader claims() {
    return claims;
  }

  /** Reads each revocation, of the registry and of the credentials service. */
  public void revocations(Consumer<Revocation> each) {
    RevocationReader reader = new RevocationReader(catalogue);
    withConnection(databases.registry(), connection -> reader.read(connection, each));
    if (databases.credentials() != null) {
      withConnection(databases.credentials(), connection -> reader.readIssued(connection, each));
    }
  }

  /** Reads each signed document: of entities, attestations, revocations and version 2. */
  public void signedDocuments(Consumer<String> each) {
    withConnection(
        databases.registry(),
        connection -> {
          for (EntityType type : types()) {
            column(connection, type.name(), "_osSignedData", each);
            type.policies().forEach(p -> column(connection, p, "_osAttestedData", each));
          }
          column(connection, REVOKED, "signedData", each);
        });
    if (databases.credentials() != null) {
      withConnection(
          databases.credentials(), connection -> IssuedCredentials.forEach(connection, each));
    }
  }

  private void column(Connection connection, String label, String column, Consumer<String> each) {
    if (!catalogue.hasVertices(label) || !catalogue.hasColumn(label, column)) {
      return;
    }
    String name = Identifiers.quoted(column);
    String sql =
        "SELECT %s FROM %s WHERE %s <> ''".formatted(name, catalogue.vertices(label), name);
    try (Statement query = connection.createStatement();
        ResultSet rows = query.executeQuery(sql)) {
      while (rows.next()) {
        each.accept(rows.getString(1));
      }
    } catch (SQLException e) {
      throw new AdoptFailure("The credentials cannot be read: " + e.getMessage(), e);
    }
  }

  /** Returns the signed documents of version 2 by id; empty texts for those that were revoked. */
  public Map<String, String> issued(Collection<String> ids) {
    if (databases.credentials() == null || ids.isEmpty()) {
      return Map.of();
    }
    try (Connection connection = databases.credentials().connect()) {
      return IssuedCredentials.signed(connection, ids);
    } catch (SQLException e) {
      throw new AdoptFailure("The connection cannot be closed: " + e.getMessage(), e);
    }
  }

  /** Returns the DID documents that the identity service of version 2 has of these DIDs. */
  public List<JsonNode> didDocuments(Collection<String> dids) {
    if (databases.identities() == null || dids.isEmpty()) {
      return List.of();
    }
    try (Connection connection = databases.identities().connect()) {
      return IssuedCredentials.didDocuments(connection, dids);
    } catch (SQLException e) {
      throw new AdoptFailure("The connection cannot be closed: " + e.getMessage(), e);
    }
  }

  private static void withConnection(SourceDatabase database, Consumer<Connection> use) {
    try (Connection connection = database.connect()) {
      use.accept(connection);
    } catch (SQLException e) {
      throw new AdoptFailure("The connection cannot be closed: " + e.getMessage(), e);
    }
  }
}
