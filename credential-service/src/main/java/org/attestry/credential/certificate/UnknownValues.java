package org.attestry.credential.certificate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.attestry.contracts.FieldPath;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CredentialOperations.TemplateRead;
import org.attestry.credential.template.MarkupTemplate;

/**
 * Warns of paths in certificate templates without a value, which leave a gap in the certificate: a
 * misspelled name, or one of another registry's templates.
 */
final class UnknownValues {

  /** The rule of a warning about a field below the entity, which another entity may have. */
  static final String FIELD = "no-such-field";

  static final String VALUE = "no-such-value";

  private static final int MOST = 20;
  private static final String ENTITY = "entity";
  private static final Set<String> OF_FIELD = Set.of("label", "value", "dir");
  private static final Set<String> OF_LINE = Set.of("y", "label", "value");

  /** Names in templates of Sunbird RC and of the VC data model, to the names here. */
  private static final Map<String, String> ELSEWHERE =
      Map.ofEntries(
          Map.entry("credentialSubject", "credential.credentialSubject"),
          Map.entry("qrCode", "qr"),
          Map.entry("qrcode", "qr"),
          Map.entry("issuanceDate", "issuedOn"),
          Map.entry("validFrom", "issuedOn"),
          Map.entry("expirationDate", "expiresOn"),
          Map.entry("validUntil", "expiresOn"),
          Map.entry("proof", "credential.proof"),
          Map.entry("evidence", "credential.evidence"),
          Map.entry("id", "credentialId"),
          Map.entry("osid", "entity.osid"));

  private final DeclaredFields declared;
  private final List<Violation> warnings = new ArrayList<>();
  private final Set<String> warned = new TreeSet<>();

  private UnknownValues(JsonNode definition) {
    this.declared = new DeclaredFields(definition);
  }

  /**
   * Returns at most 20 warnings.
   *
   * @param definition the type's draft-07 schema; an empty object if unknown
   * @param pointer of the template
   */
  static List<Violation> of(MarkupTemplate template, JsonNode definition, String pointer) {
    UnknownValues values = new UnknownValues(definition);
    for (TemplateRead read : template.reads()) {
      values.check(read, pointer);
    }
    return List.copyOf(values.warnings);
  }

  private void check(TemplateRead read, String pointer) {
    List<String> path = read.path();
    String first = path.getFirst();
    if (!CertificateModel.VALUES.contains(first)) {
      warn(read, pointer, VALUE, first, instead(path));
      return;
    }
    List<String> rest = path.subList(1, path.size());
    switch (first) {
      case ENTITY ->
          declared
              .unknown(rest)
              .ifPresent(
                  unknown ->
                      warn(
                          read,
                          pointer,
                          FIELD,
                          unknown.name(),
                          nearest(unknown.name(), unknown.declared())));
      case "headline" -> item(read, pointer, rest, OF_FIELD);
      case "fields" ->
          item(read, pointer, rest.isEmpty() ? rest : rest.subList(1, rest.size()), OF_FIELD);
      case "lines" ->
          item(read, pointer, rest.isEmpty() ? rest : rest.subList(1, rest.size()), OF_LINE);
      default -> {
        // The path leads into a text, or into the credential, whose members are not known here.
      }
    }
  }

  private void item(TemplateRead read, String pointer, List<String> rest, Set<String> known) {
    if (!rest.isEmpty() && !known.contains(rest.getFirst())) {
      warn(read, pointer, VALUE, rest.getFirst(), nearest(rest.getFirst(), known));
    }
  }

  /** Returns the correct form of a path whose first name is unknown. */
  private Optional<String> instead(List<String> path) {
    String first = path.getFirst();
    if (ELSEWHERE.containsKey(first)) {
      return Optional.of(joined(ELSEWHERE.get(first), path));
    }
    if (declared.names().contains(first)) {
      return Optional.of(joined(ENTITY + "." + first, path));
    }
    return nearest(first, CertificateModel.VALUES)
        .or(() -> nearest(first, declared.names()).map(name -> joined(ENTITY + "." + name, path)));
  }

  private static String joined(String start, List<String> path) {
    List<String> whole = new ArrayList<>(path);
    whole.set(0, start);
    whole.removeIf(FieldPath.ANY::equals);
    return String.join(".", whole);
  }

  private void warn(
      TemplateRead read, String pointer, String rule, String name, Optional<String> instead) {
    if (warnings.size() == MOST || !warned.add(read.written())) {
      return;
    }
    String named = name.equals(FieldPath.ANY) ? "list to take each item of" : "'" + name + "'";
    warnings.add(
        new Violation(
            pointer,
            rule,
            "'{{%s}}' is likely always empty: there is no %s%s"
                .formatted(
                    read.written(),
                    named,
                    instead.map("; did you mean '%s'?"::formatted).orElse("."))));
  }

  /** Returns the known word with the fewest typing errors: at most two, or one in a short word. */
  private static Optional<String> nearest(String written, Collection<String> known) {
    int least = written.length() < 4 ? 2 : 3;
    String nearest = null;
    for (String word : new TreeSet<>(known)) {
      int errors = errors(written.toLowerCase(Locale.ROOT), word.toLowerCase(Locale.ROOT), least);
      if (errors < least) {
        least = errors;
        nearest = word;
      }
    }
    return Optional.ofNullable(nearest);
  }

  /** Returns Levenshtein's distance, or the limit if the distance is at least that. */
  private static int errors(String a, String b, int limit) {
    if (Math.abs(a.length() - b.length()) >= limit || a.length() > 80) {
      return limit;
    }
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
