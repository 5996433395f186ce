package org.attestry.schema.lint;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.ListedViolations;
import org.attestry.contracts.credential.CredentialOperations.TemplateRead;
import org.attestry.contracts.schema.SystemFieldNames;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.Json;
import org.attestry.schema.document.DocumentLimits;
import org.attestry.schema.document.Findings;
import org.attestry.schema.document.SchemaFields;
import org.attestry.schema.document.SchemaFields.Unknown;

/**
 * Warns of fields that credential templates read but the schema does not declare: credentials
 * contain an empty string there, unless an entity has such a field nevertheless. Used by one
 * thread.
 */
public final class UnknownPlaceholders {

  private final Findings findings;
  private final Map<JsonBytes, SchemaFields> fields = new IdentityHashMap<>();
  private int warnings;

  private UnknownPlaceholders(Findings findings) {
    this.findings = findings;
  }

  /**
   * Returns the warnings. If several types share a template, a field causes a warning only if none
   * of the types declares it. If the budget is exhausted, the rest is left unchecked, with a
   * warning.
   */
  public static ListedViolations warnings(List<TemplateUse.Checked> templates, Budget budget) {
    UnknownPlaceholders placeholders = new UnknownPlaceholders(new Findings(budget));
    try {
      placeholders.checkAll(templates);
    } catch (FailureException e) {
      if (e.failure() != DocumentLimits.TOO_MUCH_WORK) {
        throw e;
      }
      placeholders.findings.warn(
          "",
          "unchecked",
          "Not everything that the credential templates read could be compared with the schema.");
    }
    return placeholders.findings.warnings();
  }

  private void checkAll(List<TemplateUse.Checked> templates) {
    templates.stream()
        .collect(
            Collectors.groupingBy(
                checked -> checked.use().pointer(), LinkedHashMap::new, Collectors.toList()))
        .values()
        .forEach(this::check);
  }

  private void check(List<TemplateUse.Checked> shared) {
    TemplateUse first = shared.getFirst().use();
    Set<List<String>> warned = new HashSet<>();
    for (TemplateRead read : shared.getFirst().reads()) {
      List<Unknown> unknown =
          shared.stream().flatMap(checked -> unknown(checked.use(), read).stream()).toList();
      List<String> place = joined(List.of(read.pointer()), read.path());
      if (unknown.size() == shared.size() && !isInside(warned, place)) {
        warned.add(place);
        warn(first.pointer() + read.pointer(), read, unknown.getFirst());
      }
    }
  }

  /** Whether a warning was already given for a prefix of the path in the same string. */
  private static boolean isInside(Set<List<String>> warned, List<String> place) {
    return IntStream.range(1, place.size())
        .mapToObj(length -> place.subList(0, length))
        .anyMatch(warned::contains);
  }

  private void warn(String pointer, TemplateRead read, Unknown unknown) {
    String end =
        ++warnings > Failure.MOST_VIOLATIONS
            ? "."
            : findings
                .spelling()
                .slip(unknown.name(), unknown.declared().get())
                .map("; did you mean '%s'?"::formatted)
                .orElse(".");
    findings.warn(
        pointer,
        "no-such-field",
        "'{{%s}}' is likely always empty: there is no %s%s"
            .formatted(
                read.written(),
                unknown.name().equals(FieldPath.ANY)
                    ? "list or object to take each item of"
                    : "'" + unknown.name() + "'",
                end));
  }

  private Optional<Unknown> unknown(TemplateUse use, TemplateRead read) {
    List<String> path = withoutOsid(use, read.path());
    if (use.aliases() == null) {
      return unknown(use.definition(), path);
    }
    if (use.aliases().isEmpty() || path.getFirst().equals(FieldPath.ANY)) {
      return Optional.empty();
    }
    FieldPath attested = use.aliases().get(path.getFirst());
    if (attested == null) {
      return Optional.of(new Unknown(path.getFirst(), use.aliases()::keySet));
    }
    // The values at a path with a wildcard are a list, or lists of lists, so their members are
    // uncertain. A warning of its own covers an alias whose path is not declared.
    boolean certain =
        !attested.segments().contains(FieldPath.ANY)
            && unknown(use.definition(), attested.segments()).isEmpty();
    return certain
        ? unknown(use.definition(), joined(attested.segments(), path.subList(1, path.size())))
        : Optional.empty();
  }

  /**
   * Removes {@code osid} from the end of a path: entities and their nested objects have an osid
   * that the schema does not declare. The object of the attested values itself has none.
   */
  private static List<String> withoutOsid(TemplateUse use, List<String> path) {
    boolean nested = use.aliases() == null || path.size() > 1;
    return nested && path.getLast().equals(SystemFieldNames.OSID)
        ? path.subList(0, path.size() - 1)
        : path;
  }

  private Optional<Unknown> unknown(JsonBytes definition, List<String> path) {
    return fields
        .computeIfAbsent(
            definition, schema -> new SchemaFields(Json.parse(schema), findings.budget()))
        .unknown(new FieldPath(path));
  }

  private static List<String> joined(List<String> some, List<String> others) {
    List<String> all = new ArrayList<>(some);
    all.addAll(others);
    return all;
  }
}
