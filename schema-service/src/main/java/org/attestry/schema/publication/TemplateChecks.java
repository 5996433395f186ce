package org.attestry.schema.publication;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CredentialOperations.TemplateCheck;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.EntityType;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.schema.config.ConfigPlacement;
import org.attestry.schema.document.SchemaDocument;
import org.attestry.schema.lint.BusTemplates;
import org.attestry.schema.lint.TemplateUse;
import org.attestry.schema.stored.SchemaFailures;

/**
 * Checks the credential templates of a publication: with a template that cannot be signed every
 * creation of an entity would fail, and the caller could not correct the template.
 */
record TemplateChecks(BusTemplates templates) {

  private static final String MEMBER = "/credentialTemplate";

  /**
   * Checks and returns the templates of a publication; fails UNPROCESSABLE with pointers into the
   * templates that cannot be signed.
   */
  Future<List<TemplateUse.Checked>> check(
      Publication publication, SchemaDocument document, CallContext context) {
    List<Violation> found = new ArrayList<>();
    List<TemplateUse.Checked> signable = new ArrayList<>();
    return AsyncLoop.each(
            templates(publication, document),
            use ->
                check(use, context)
                    .onSuccess(
                        check -> {
                          found.addAll(inDocument(use, check.violations()));
                          signable.add(
                              new TemplateUse.Checked(
                                  use, check.reads(), inDocument(use, check.warnings())));
                        }))
        .map(
            checked -> {
              if (!found.isEmpty()) {
                throw SchemaFailures.unsignable(found);
              }
              return signable;
            });
  }

  private Future<TemplateCheck> check(TemplateUse use, CallContext context) {
    return templates.check(
        use.template(), use.definition(), use.aliases(), use.signedFields(), context);
  }

  private static List<Violation> inDocument(TemplateUse use, List<Violation> inTemplate) {
    return inTemplate.stream()
        .map(one -> new Violation(use.pointer() + one.pointer(), one.rule(), one.message()))
        .toList();
  }

  private static List<TemplateUse> templates(Publication publication, SchemaDocument document) {
    List<TemplateUse> all = new ArrayList<>();
    for (EntityType type : publication.types()) {
      String definition = document.types().get(type.name());
      String config = ConfigPlacement.of(document, definition).orElse("");
      JsonBytes own = type.config().credentialTemplate();
      if (own != null) {
        all.add(
            new TemplateUse(
                config + MEMBER, own, type.definition(), null, type.config().signedFields()));
      }
      List<AttestationPolicy> policies = type.config().attestationPolicies();
      for (int i = 0; i < policies.size(); i++) {
        AttestationPolicy policy = policies.get(i);
        String pointer = config + "/attestationPolicies/" + i + MEMBER;
        if (policy.credentialTemplate() != null) {
          all.add(
              new TemplateUse(
                  pointer,
                  policy.credentialTemplate(),
                  type.definition(),
                  policy.attestationProperties(),
                  List.of()));
        }
      }
    }
    return all;
  }
}
