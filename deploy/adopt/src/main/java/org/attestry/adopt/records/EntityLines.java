package org.attestry.adopt.records;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attestry.adopt.incumbent.ClaimReader.Decided;
import org.attestry.adopt.incumbent.EntityReader;
import org.attestry.adopt.incumbent.EntityType;
import org.attestry.adopt.incumbent.FormerSystem;
import org.attestry.adopt.incumbent.IncumbentEntity;
import org.attestry.adopt.incumbent.IncumbentEntity.Attestation;
import org.attestry.adopt.report.AdoptFailure;
import org.attestry.adopt.report.Finding;
import org.attestry.adopt.report.Report;

/**
 * Reads the entities of a type as the lines that the suite adopts. Run and check read them in this
 * one way. Safe for use by several threads.
 */
public final class EntityLines {

  private final FormerSystem former;
  private final EntityReader reader;
  private final AdoptionLines lines;
  private final Set<String> policies;
  private final Report report;

  /**
   * @param policies the type's policies that are published
   */
  public EntityLines(
      FormerSystem former, EntityType type, String from, Set<String> policies, Report report) {
    this.former = former;
    this.reader = former.entities(type);
    this.lines = new AdoptionLines(from);
    this.policies = policies;
    this.report = report;
  }

  public EntityType type() {
    return reader.type();
  }

  /** Returns the greatest number of an entity. */
  public long last() {
    try (Connection registry = former.databases().registry().connect()) {
      return reader.last(registry);
    } catch (SQLException e) {
      throw new AdoptFailure("The connection cannot be closed: " + e.getMessage(), e);
    }
  }

  /** Reads the entities whose number is greater than {@code after} and at most {@code last}. */
  public List<ObjectNode> read(long after, long last) {
    try (Connection registry = former.databases().registry().connect()) {
      List<IncumbentEntity> entities = reader.read(registry, after, last);
      Map<String, Decided> decided = decided(entities);
      Map<String, String> issued = former.issued(issuedIds(entities));
      return entities.stream()
          .map(entity -> withDocuments(entity, issued))
          .map(entity -> lines.entity(entity, decided, policies))
          .toList();
    } catch (SQLException e) {
      throw new AdoptFailure("The connection cannot be closed: " + e.getMessage(), e);
    }
  }

  private Map<String, Decided> decided(List<IncumbentEntity> entities) throws SQLException {
    Set<String> attestations =
        entities.stream()
            .flatMap(entity -> entity.attestations().stream())
            .filter(AdoptionLines::needsClaim)
            .map(Attestation::osid)
            .collect(Collectors.toSet());
    if (attestations.isEmpty()) {
      return Map.of();
    }
    try (Connection claims = former.databases().claims().connect()) {
      return former.claims().decided(claims, attestations);
    }
  }

  /** Returns the ids of credentials of version 2, which stand where the documents would be. */
  private static Set<String> issuedIds(List<IncumbentEntity> entities) {
    return entities.stream()
        .flatMap(
            entity ->
                Stream.concat(
                    Stream.of(Objects.toString(entity.credential(), "")),
                    entity.attestations().stream()
                        .map(attestation -> Objects.toString(attestation.attestedData(), ""))))
        .filter(EntityLines::isId)
        .collect(Collectors.toSet());
  }

  private static boolean isId(String text) {
    return text.startsWith("did:") || text.startsWith("urn:");
  }

  private IncumbentEntity withDocuments(IncumbentEntity entity, Map<String, String> issued) {
    return new IncumbentEntity(
        entity.type(),
        entity.osid(),
        entity.values(),
        entity.owners(),
        entity.createdAt(),
        entity.createdBy(),
        entity.updatedAt(),
        entity.updatedBy(),
        entity.deleted(),
        document(entity, entity.credential(), issued),
        entity.attestations().stream().map(each -> withDocument(entity, each, issued)).toList());
  }

  private Attestation withDocument(
      IncumbentEntity entity, Attestation attestation, Map<String, String> issued) {
    return new Attestation(
        attestation.osid(),
        attestation.policy(),
        attestation.state(),
        attestation.claimId(),
        attestation.propertiesOsid(),
        attestation.propertyData(),
        attestation.additionalInput(),
        document(entity, attestation.attestedData(), issued),
        attestation.raisedBy(),
        attestation.createdAt());
  }

  private String document(IncumbentEntity entity, String text, Map<String, String> issued) {
    if (text == null || !isId(text)) {
      return text;
    }
    String document = issued.get(text);
    if (document == null) {
      report.add(
          Finding.LOST,
          "%s/%s".formatted(entity.type(), entity.osid()),
          "The credential %s is not in the database of credentials.url.".formatted(text));
    }
    return document;
  }
}
