package org.attestry.schema.publication;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Violation;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.EntityType;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.schema.config.ConfigPlacement;
import org.attestry.schema.document.SchemaDocument;
import org.attestry.schema.lint.BusTemplates;
import org.attestry.schema.stored.SchemaFailures;

/**
 * Pins the certificate templates of a publication to their current newest versions, so that the
 * template of a certificate changes only with the schema.
 */
record CertificateVersions(BusTemplates templates) {

  private static final String MEMBER = "/certificateTemplates";

  /** The rule of warnings about fields of the entity, which attestations have not. */
  private static final String FIELD = "no-such-field";

  /**
   * Pins the templates of all types; fails UNPROCESSABLE with pointers to templates that do not
   * exist, or cannot be rendered. Paths in them that lead to no value are warnings.
   */
  Future<Publication> pin(Publication publication, SchemaDocument document, CallContext context) {
    Pinning pinning = new Pinning(context, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    return AsyncLoop.each(
            publication.types(),
            type -> {
              String definition = document.types().get(type.name());
              String config = ConfigPlacement.of(document, definition).orElse("");
              return pin(type, config, pinning).onSuccess(pinning.types()::add);
            })
        .map(
            pinned -> {
              if (!pinning.violations().isEmpty()) {
                throw SchemaFailures.withoutCertificates(pinning.violations());
              }
              return new Publication(
                  pinning.types(),
                  publication.libraries(),
                  publication.warnings().and(pinning.warnings()));
            });
  }

  /** The results that are collected while templates are pinned. */
  private record Pinning(
      CallContext context,
      List<EntityType> types,
      List<Violation> violations,
      List<Violation> warnings) {

    void warn(Violation warning) {
      if (!warnings.contains(warning)) {
        warnings.add(warning);
      }
    }

    /** Adds a violation, but only once if types share a configuration. */
    void refuse(Violation violation) {
      if (!violations.contains(violation)) {
        violations.add(violation);
      }
    }
  }

  private Future<EntityType> pin(EntityType type, String config, Pinning pinning) {
    List<AttestationPolicy> policies = new ArrayList<>();
    return AsyncLoop.each(
            type.config().attestationPolicies(),
            policy ->
                versions(
                        policy.certificateTemplates(),
                        type,
                        config + "/attestationPolicies/" + policies.size(),
                        true,
                        pinning)
                    .onSuccess(versions -> policies.add(policy.withCertificates(versions))))
        .compose(
            done -> versions(type.config().certificateTemplates(), type, config, false, pinning))
        .map(versions -> type.with(type.config().withCertificates(policies, versions)));
  }

  private Future<Map<String, String>> versions(
      Map<String, String> addresses,
      EntityType type,
      String config,
      boolean policy,
      Pinning pinning) {
    if (addresses.isEmpty()) {
      return Future.succeededFuture(addresses);
    }
    return templates
        .certificates(addresses, type, pinning.context())
        .map(
            check -> {
              for (Violation one : check.violations()) {
                String pointer = config + MEMBER + one.pointer();
                pinning.refuse(new Violation(pointer, one.rule(), one.message()));
              }
              check.warnings().stream()
                  .filter(one -> !policy || !one.rule().equals(FIELD))
                  .map(
                      one ->
                          new Violation(config + MEMBER + one.pointer(), one.rule(), one.message()))
                  .forEach(pinning::warn);
              return check.versions();
            });
  }
}
