package org.attestry.adopt.incumbent;

import static org.attestry.adopt.incumbent.EntityAssembly.unprefixed;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.attestry.adopt.incumbent.IncumbentClaim.Note;
import org.attestry.adopt.report.AdoptFailure;

/**
 * Reads the claims. The former system does not store how a claim was decided: the newest claim of
 * an attestation was granted or rejected as the attestation's state says, and an earlier one was
 * rejected, because only a rejected attestation is claimed again.
 */
public final class ClaimReader {

  private static final String TABLE = "claims";
  private static final String NOTES = "claim_notes";

  private final Catalogue registry;
  private final Catalogue claims;
  private final ZoneId zone;

  /**
   * @param registry the tables of the registry, which have the attestations
   * @param claims the tables of the claims service
   * @param zone the zone of its times, which are stored without one
   */
  public ClaimReader(Catalogue registry, Catalogue claims, ZoneId zone) {
    this.registry = registry;
    this.claims = claims;
    this.zone = zone;
  }

  public long count(Connection connection) {
    if (!claims.hasTable(TABLE)) {
      return 0;
    }
    try (PreparedStatement query =
            connection.prepareStatement("SELECT count(*) FROM " + claims.table(TABLE));
        ResultSet rows = query.executeQuery()) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  /**
   * Reads a page of claims in the order of their ids.
   *
   * @param after the last id of the page before; empty for the first page
   */
  public List<IncumbentClaim> page(
      Connection registryConnection, Connection connection, String after, int most) {
    if (!claims.hasTable(TABLE)) {
      return List.of();
    }
    try {
      List<Map<String, Object>> rows =
          rows(
              connection,
              "SELECT * FROM %s WHERE id > ? ORDER BY id LIMIT %d"
                  .formatted(claims.table(TABLE), most),
              after);
      Map<String, List<Note>> notes = notes(connection, column(rows, "id"));
      Map<String, String> newest = newest(connection, column(rows, "attestation_id"));
      Map<String, Attested> attested = attestations(registryConnection, rows);
      return rows.stream().map(row -> claim(row, notes, newest, attested)).toList();
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  /**
   * Returns the newest claim of each attestation: the claim's id and when it was decided, by the
   * attestation's osid.
   */
  public Map<String, Decided> decided(Connection connection, Collection<String> attestations) {
    if (!claims.hasTable(TABLE) || attestations.isEmpty()) {
      return Map.of();
    }
    Object[] ids = attestations.stream().flatMap(id -> List.of(id, "1-" + id).stream()).toArray();
    String sql =
        """
        SELECT DISTINCT ON (attestation_id) attestation_id, id, attested_on FROM %s
        WHERE attestation_id = ANY (?) ORDER BY attestation_id, created_at DESC
        """
            .formatted(claims.table(TABLE));
    Map<String, Decided> found = new HashMap<>();
    try {
      for (Map<String, Object> row : rowsOf(connection, sql, ids)) {
        found.put(
            unprefixed(text(row, "attestation_id")),
            new Decided(text(row, "id"), time(row, "attested_on")));
      }
      return found;
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  /**
   * @param at null while it is open
   */
  public record Decided(String claimId, Instant at) {}

  private record Attested(String state, String userId) {}

  private IncumbentClaim claim(
      Map<String, Object> row,
      Map<String, List<Note>> notes,
      Map<String, String> newest,
      Map<String, Attested> attested) {
    String id = text(row, "id");
    String attestation = text(row, "attestation_id");
    Attested now = attestation == null ? null : attested.get(unprefixed(attestation));
    boolean open = !"CLOSED".equals(text(row, "status"));
    boolean last = attestation == null || id.equals(newest.get(attestation));
    String decision = open ? null : decision(now, last);
    boolean known = now != null && last && Set.of("PUBLISHED", "REJECTED").contains(now.state());
    return new IncumbentClaim(
        id,
        text(row, "entity"),
        unprefixed(text(row, "entity_id")),
        attestation == null ? null : unprefixed(attestation),
        text(row, "attestation_name"),
        blankToNull(text(row, "propertyuri")),
        open,
        decision,
        !open && !known,
        blankToNull(text(row, "attestor_user_id")),
        time(row, "attested_on"),
        text(row, "attestor_entity"),
        text(row, "conditions"),
        blankToNull(text(row, "property_data")),
        now == null ? null : blankToNull(now.userId()),
        time(row, "created_at"),
        notes.getOrDefault(id, List.of()));
  }

  private static String decision(Attested attestation, boolean newest) {
    return newest && attestation != null && "PUBLISHED".equals(attestation.state())
        ? "GRANTED"
        : "REJECTED";
  }

  private Map<String, List<Note>> notes(Connection connection, Collection<String> ids)
      throws SQLException {
    Map<String, List<Note>> notes = new HashMap<>();
    if (!claims.hasTable(NOTES)) {
      return notes;
    }
    String sql =
        "SELECT * FROM %s WHERE claim_id = ANY (?) ORDER BY created_at, id"
            .formatted(claims.table(NOTES));
    for (Map<String, Object> row : rowsOf(connection, sql, ids.toArray())) {
      String text = text(row, "notes");
      if (text != null && !text.isBlank()) {
        notes
            .computeIfAbsent(text(row, "claim_id"), _ -> new ArrayList<>())
            .add(new Note(blankToNull(text(row, "added_by")), time(row, "created_at"), text));
      }
    }
    return notes;
  }

  private Map<String, String> newest(Connection connection, Collection<String> attestations)
      throws SQLException {
    String sql =
        """
        SELECT DISTINCT ON (attestation_id) attestation_id, id FROM %s
        WHERE attestation_id = ANY (?) ORDER BY attestation_id, created_at DESC
        """
            .formatted(claims.table(TABLE));
    Map<String, String> newest = new HashMap<>();
    for (Map<String, Object> row : rowsOf(connection, sql, attestations.toArray())) {
      newest.put(text(row, "attestation_id"), text(row, "id"));
    }
    return newest;
  }

  private Map<String, Attested> attestations(
      Connection connection, List<Map<String, Object>> claimRows) throws SQLException {
    Map<String, Set<String>> byPolicy =
        claimRows.stream()
            .filter(row -> row.get("attestation_name") != null && row.get("attestation_id") != null)
            .collect(
                Collectors.groupingBy(
                    row -> text(row, "attestation_name"),
                    Collectors.mapping(
                        row -> unprefixed(text(row, "attestation_id")), Collectors.toSet())));
    Map<String, Attested> found = new HashMap<>();
    for (Map.Entry<String, Set<String>> policy : byPolicy.entrySet()) {
      if (registry.hasVertices(policy.getKey())) {
        String sql =
            "SELECT * FROM %s WHERE osid = ANY (?)".formatted(registry.vertices(policy.getKey()));
        for (Map<String, Object> row : rowsOf(connection, sql, policy.getValue().toArray())) {
          found.put(text(row, "osid"), new Attested(text(row, "_osState"), text(row, "userId")));
        }
      }
    }
    return found;
  }

  private static Set<String> column(List<Map<String, Object>> rows, String name) {
    return rows.stream()
        .filter(row -> row.get(name) != null)
        .map(row -> text(row, name))
        .collect(Collectors.toSet());
  }

  private static List<Map<String, Object>> rowsOf(Connection connection, String sql, Object[] ids)
      throws SQLException {
    return rows(connection, sql, connection.createArrayOf("text", ids));
  }

  private static List<Map<String, Object>> rows(Connection connection, String sql, Object value)
      throws SQLException {
    List<Map<String, Object>> found = new ArrayList<>();
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      query.setObject(1, value);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          Map<String, Object> row = new HashMap<>();
          for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
            row.put(rows.getMetaData().getColumnLabel(i), rows.getObject(i));
          }
          found.add(row);
        }
      }
    }
    return found;
  }

  private static String text(Map<String, Object> row, String column) {
    Object value = row.get(column);
    return value == null ? null : value.toString();
  }

  private static String blankToNull(String text) {
    return text == null || text.isBlank() ? null : text;
  }

  private Instant time(Map<String, Object> row, String column) {
    return switch (row.get(column)) {
      case null -> null;
      case Timestamp time -> time.toLocalDateTime().atZone(zone).toInstant();
      case LocalDateTime time -> time.atZone(zone).toInstant();
      case Object other -> Instant.parse(other.toString());
    };
  }

  private static AdoptFailure unreadable(SQLException e) {
    return new AdoptFailure("The claims cannot be read: " + e.getMessage(), e);
  }
}
