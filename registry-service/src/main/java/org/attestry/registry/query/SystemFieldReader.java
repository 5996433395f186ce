package org.attestry.registry.query;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.registry.document.SystemFields;
import org.attestry.registry.types.PublishedType;

/** Reads the names of system fields. */
final class SystemFieldReader {

  private SystemFieldReader() {}

  /**
   * @return null if the name is not that of a system field
   */
  static Target target(String name, Visibility visibility, String pointer) {
    SystemField field = SystemField.named(name).orElse(null);
    if (field != null) {
      if (visibility.hides(field)) {
        throw SearchFailures.notAllowed(pointer);
      }
      return new Target.System(field);
    }
    if (!name.startsWith(SystemFields.STATE_PREFIX)) {
      return null;
    }
    String property = name.substring(SystemFields.STATE_PREFIX.length());
    requireAttestable(property, visibility, pointer);
    List<String> policies =
        visibility.type().policiesOf(property).stream().map(AttestationPolicy::name).toList();
    return new Target.State(property, policies, visibility.whole());
  }

  /** Whether the name is that of a system field that appears in an entity's JSON. */
  static boolean isShown(String name, Visibility visibility, String pointer) {
    for (String prefix : List.of(SystemFields.STATE_PREFIX, SystemFields.CLAIM_PREFIX)) {
      if (name.startsWith(prefix)) {
        requireAttestable(name.substring(prefix.length()), visibility, pointer);
        return true;
      }
    }
    return SystemField.named(name).isPresent()
        || name.equals(SystemFields.SIGNED_DATA)
        || visibility.type().policy(name).isPresent();
  }

  private static void requireAttestable(String property, Visibility visibility, String pointer) {
    if (!visibility.type().attestable().contains(property)) {
      throw SearchFailures.unknownField(pointer, known(visibility));
    }
    if (visibility.hides(List.of(property))) {
      throw SearchFailures.notAllowed(pointer);
    }
  }

  /** Returns the names that are allowed at the top level. */
  static Collection<String> known(Visibility visibility) {
    PublishedType type = visibility.type();
    Set<String> known = new TreeSet<>(type.fields().names());
    type.attestable().stream().map(SystemFields.STATE_PREFIX::concat).forEach(known::add);
    known.removeIf(name -> visibility.hides(List.of(property(name))));
    type.config().attestationPolicies().stream().map(AttestationPolicy::name).forEach(known::add);
    Stream.of(SystemField.values())
        .filter(field -> !visibility.hides(field))
        .map(SystemField::shown)
        .forEach(known::add);
    return known;
  }

  private static String property(String name) {
    return name.startsWith(SystemFields.STATE_PREFIX)
        ? name.substring(SystemFields.STATE_PREFIX.length())
        : name;
  }
}
