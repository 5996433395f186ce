package org.attestry.schema.lint;

import io.vertx.core.Future;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.attestry.contracts.ListedViolations;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.EntityType;
import org.attestry.contracts.schema.TypeConfig;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.fair.Budget;
import org.attestry.schema.config.ConfigPlacement;
import org.attestry.schema.document.Findings;
import org.attestry.schema.document.ReservedNames;
import org.attestry.schema.document.SchemaDocument;
import org.attestry.schema.stored.PgSchemaStore;

/**
 * Finds the attestor types of policies that are neither a type nor a known role: such a name is
 * likely misspelled, and nobody could decide the claims. A role is known if a type's configuration
 * names it, or if its holders sign; other roles of the identity provider are not known here.
 *
 * @param byPointer pointer into the document to attestor
 * @param types the names of the published types, and of those of the document
 */
public record UnknownAttestors(Map<String, String> byPointer, Set<String> types) {

  /** Returns the attestors of a publication that are neither in it nor among the known ones. */
  public static Future<UnknownAttestors> of(
      List<EntityType> own, SchemaDocument document, PgSchemaStore store, ReservedNames reserved) {
    Map<String, String> named = named(own, document);
    named.values().removeIf(reserved::isPrivileged);
    Set<String> types = new TreeSet<>();
    own.forEach(type -> types.add(type.name()));
    named.values().removeAll(types);
    named.values().removeAll(roles(own));
    if (named.isEmpty()) {
      return Future.succeededFuture(new UnknownAttestors(Map.of(), types));
    }
    return store
        .typeNames()
        .compose(
            published -> {
              types.addAll(published);
              named.values().removeAll(types);
              return named.isEmpty() ? Future.succeededFuture() : removeRoles(named, store);
            })
        .map(_ -> new UnknownAttestors(named, types));
  }

  /** Returns a warning for each, with the type that is likely meant. */
  public ListedViolations warnings(Budget budget) {
    Findings findings = new Findings(budget);
    byPointer.forEach(
        (pointer, name) ->
            findings.warn(
                pointer,
                "unknown-attestor",
                "No published type is called '%s', and none names it as a role, so that claims are decided only by those to whom the identity provider gives this role%s"
                    .formatted(name, findings.spelling().suggestion(name, types))));
    return findings.warnings();
  }

  /** Returns pointer to attestor, for the policies that callers decide. */
  private static Map<String, String> named(List<EntityType> types, SchemaDocument document) {
    Map<String, String> named = new LinkedHashMap<>();
    for (EntityType type : types) {
      String config = ConfigPlacement.of(document, document.types().get(type.name())).orElse("");
      List<AttestationPolicy> policies = type.config().attestationPolicies();
      for (int i = 0; i < policies.size(); i++) {
        if (!policies.get(i).attestorEntity().isEmpty()) {
          named.put(
              "%s/attestationPolicies/%d/attestorPlugin".formatted(config, i),
              policies.get(i).attestorEntity());
        }
      }
    }
    return named;
  }

  private static Future<Void> removeRoles(Map<String, String> named, PgSchemaStore store) {
    String[] after = {""};
    return AsyncLoop.repeat(
        () ->
            store
                .types(after[0])
                .map(
                    page -> {
                      named.values().removeAll(roles(page.types()));
                      after[0] = page.next();
                      return page.next() != null && !named.isEmpty();
                    }));
  }

  private static Set<String> roles(List<EntityType> types) {
    Set<String> roles = new HashSet<>();
    for (EntityType type : types) {
      TypeConfig config = type.config();
      Stream.of(
              config.roles(),
              config.readRoles(),
              config.createRoles(),
              config.inviteRoles(),
              config.deleteRoles())
          .forEach(roles::addAll);
    }
    return roles;
  }
}
