package org.attestry.credential.domain.certificate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.credential.CertificateOperations.CertificateTemplate;
import org.attestry.contracts.credential.CertificateOperations.PreviewCertificateTemplateRequest;
import org.attestry.contracts.credential.CertificateOperations.RenderedCertificate;
import org.attestry.credential.domain.CallBudget;
import org.attestry.credential.domain.CryptoWorkers;
import org.attestry.credential.domain.ExampleEntity;
import org.attestry.credential.domain.template.MarkupTemplate;
import org.attestry.runtime.json.Json;

/**
 * Renders a template with an example that is made from a schema; nothing is signed.
 *
 * @param issuer that examples name
 */
public record PreviewCertificateTemplate(
    CertificateTemplates stored,
    MakeCertificate make,
    CryptoWorkers workers,
    String issuer,
    Clock clock) {

  /** No credential has this id, so that the verification page shows none. */
  private static final String ID = "urn:uuid:00000000-0000-0000-0000-000000000000";

  /**
   * Fails UNAUTHENTICATED without a token, FORBIDDEN for everybody but an admin, NOT_FOUND for the
   * id of no template, NOT_ACCEPTABLE for a form that it is not written for, INVALID where it
   * cannot be rendered with the example.
   */
  public Future<RenderedCertificate> handle(
      PreviewCertificateTemplateRequest request, CallContext context) {
    ManageCertificateTemplates.requireAdmin(context);
    return ManageCertificateTemplates.find(stored, request.id())
        .compose(
            template -> {
              CertificateForm form = form(request, template);
              return workers.run(
                  context.deadline(), () -> render(request, template, form, context));
            });
  }

  private static CertificateForm form(
      PreviewCertificateTemplateRequest request, CertificateTemplate template) {
    return request.mediaTypes().stream()
        .map(CertificateForm::of)
        .filter(form -> form.template().mediaType().equals(template.mediaType()))
        .findFirst()
        .orElseThrow(
            () ->
                FailureException.of(
                    FailureKind.NOT_ACCEPTABLE,
                    "credential.certificate.form",
                    "The template is %s: accept that.".formatted(template.mediaType())));
  }

  private RenderedCertificate render(
      PreviewCertificateTemplateRequest request,
      CertificateTemplate template,
      CertificateForm form,
      CallContext context) {
    JsonNode definition = Json.parse(request.definition());
    ObjectNode entity =
        ExampleEntity.of(definition, true, new HashMap<>(), CallBudget.until(context.deadline()));
    MakeCertificate.Content content =
        new MakeCertificate.Content(
            request.type() == null ? "Example" : request.type(),
            definition,
            entity,
            false,
            credential(entity),
            null,
            CertificateState.EXAMPLE);
    MarkupTemplate parsed = MarkupTemplate.of(template.template());
    return new RenderedCertificate(
        make.of(content, parsed, form, context.deadline()), form.mediaType());
  }

  private ObjectNode credential(ObjectNode entity) {
    ObjectNode credential =
        Json.object()
            .put("id", ID)
            .put("issuer", issuer)
            .put("issuanceDate", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
    return credential.set("credentialSubject", entity);
  }
}
