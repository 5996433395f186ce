package org.attestry.registry.imports;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.Violation;
import org.attestry.registry.imports.PgImportStore.Match;
import org.attestry.registry.owners.AccountNames;
import org.attestry.registry.rows.ImportedRow;
import org.attestry.runtime.json.JsonPointers;

/**
 * Decides for each row of a batch whether it creates or replaces an entity or is refused, with the
 * same result as if the rows were stored one after the other. A row that depends on the result of
 * an earlier row of the batch, or replaces more than fits into it, ends the batch and becomes the
 * first row of the next one.
 */
final class ImportDecisions {

  /**
   * @param replaces the id of the stored entity that the row replaces, or null
   * @param bytes the size of that entity; 0 if there is none
   * @param heldByRow the number of the earlier row whose entity this row replaces, or null
   */
  record RowDecision(ImportedRow row, UUID replaces, long bytes, Long heldByRow) {

    static RowDecision refused(ImportedRow row, List<Violation> why) {
      return new RowDecision(row.refused(why), null, 0, null);
    }
  }

  /** The bytes of entities that a batch replaces; one larger entity is a batch by itself. */
  static final int MOST_BYTES = 262_144;

  private final FieldPath upsert;
  private final List<RowDecision> decisions = new ArrayList<>();

  /** For each constraint, the rows of the batch that have a value, by {@link Match#group}. */
  private final Map<List<FieldPath>, Map<Integer, Long>> taken = new HashMap<>();

  private final Set<UUID> replaced = new HashSet<>();
  private long replacedBytes;

  /** The names of the accounts that the rows of the batch make. */
  private final AccountNames named = new AccountNames();

  private final Function<ObjectNode, AccountNames> names;

  private ImportDecisions(FieldPath upsert, Function<ObjectNode, AccountNames> names) {
    this.upsert = upsert;
    this.names = names;
  }

  /**
   * Returns the decisions on as many of the first rows as possible, but at least on the first row.
   *
   * @param names returns the names of the accounts that are made for a new entity's body
   */
  static List<RowDecision> on(
      List<ImportedRow> rows,
      List<List<Match>> matches,
      FieldPath upsert,
      Function<ObjectNode, AccountNames> names) {
    ImportDecisions deciding = new ImportDecisions(upsert, names);
    for (int i = 0; i < rows.size(); i++) {
      boolean decided =
          rows.get(i).isAcceptable()
              ? deciding.decide(rows.get(i), matches.get(i))
              : deciding.refuse(rows.get(i), rows.get(i).violations());
      if (!decided) {
        break;
      }
    }
    return List.copyOf(deciding.decisions);
  }

  private boolean decide(ImportedRow row, List<Match> matches) {
    Match by = upsert == null ? null : of(matches);
    if (upsert != null && by == null) {
      return refuse(row, List.of(withoutValue()));
    }
    if (by != null && isTaken(by)) {
      return false;
    }
    UUID target = by == null ? null : by.holder();
    Long targetRow = by == null ? null : by.heldByRow();
    for (Match match : matches) {
      boolean own = match.holder() != null && match.holder().equals(target);
      boolean ownRow = match.heldByRow() != null && match.heldByRow().equals(targetRow);
      if (match.holder() != null && !own && replaced.contains(match.holder())) {
        return false;
      }
      if ((match.holder() != null && !own)
          || (match.heldByRow() != null && !ownRow)
          || isTaken(match)) {
        return refuse(row, taken(match));
      }
    }
    return target == null
        ? makesAccounts(row) && accept(row, matches, new RowDecision(row, null, 0, targetRow))
        : fits(by) && accept(row, matches, new RowDecision(row, target, by.bytes(), targetRow));
  }

  /** Whether no earlier row of the batch makes an account that would refuse one of this row. */
  private boolean makesAccounts(ImportedRow row) {
    AccountNames more = names.apply(row.body());
    boolean free = !named.clashWith(more);
    named.add(more);
    return free;
  }

  private boolean fits(Match replaced) {
    return replacedBytes == 0 || replacedBytes + replaced.bytes() <= MOST_BYTES;
  }

  private boolean accept(ImportedRow row, List<Match> matches, RowDecision decision) {
    matches.forEach(
        match ->
            taken
                .computeIfAbsent(match.fields(), none -> new HashMap<>())
                .put(match.group(), row.row()));
    if (decision.replaces() != null) {
      replaced.add(decision.replaces());
      replacedBytes += decision.bytes();
    }
    return decisions.add(decision);
  }

  private boolean refuse(ImportedRow row, List<Violation> why) {
    return decisions.add(RowDecision.refused(row, why));
  }

  private boolean isTaken(Match match) {
    return rowOfBatch(match) != null;
  }

  private Long rowOfBatch(Match match) {
    return taken.getOrDefault(match.fields(), Map.of()).get(match.group());
  }

  /** Returns the violations of a row whose value is taken; they name the row with the value. */
  private List<Violation> taken(Match match) {
    Long holder = match.heldByRow() == null ? rowOfBatch(match) : match.heldByRow();
    if (holder == null) {
      return match.taken();
    }
    String names =
        match.fields().stream()
            .map(field -> String.join(".", field.segments()))
            .collect(Collectors.joining(" and "));
    String message = "Row %d has the same %s; it must be unique.".formatted(holder, names);
    return match.taken().stream()
        .map(found -> new Violation(found.pointer(), found.rule(), message))
        .toList();
  }

  private Match of(List<Match> matches) {
    return matches.stream()
        .filter(match -> match.fields().equals(List.of(upsert)))
        .findFirst()
        .orElse(null);
  }

  private Violation withoutValue() {
    String message =
        "The row has no value at %s, by which it would be found; add it."
            .formatted(String.join(".", upsert.segments()));
    return new Violation(JsonPointers.of(upsert), "upsert", message);
  }
}
