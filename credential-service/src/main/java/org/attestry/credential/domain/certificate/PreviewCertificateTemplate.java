package org.attestry.credential.domain.certificate;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.credential.CertificateOperations.CertificateTemplate;
import org.attestry.contracts.credential.CertificateOperations.PreviewCertificateTemplateRequest;
import org.attestry.contracts.credential.CertificateOperations.RenderedCertificate;
import org.attestry.credential.domain.CryptoWorkers;
import org.attestry.credential.domain.template.MarkupTemplate;
import org.attestry.runtime.json.Json;

/** Renders a template with an example that is made from a schema; nothing is signed. */
public record PreviewCertificateTemplate(
    CertificateTemplates stored, ExampleCertificate example, CryptoWorkers workers) {

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
    MarkupTemplate parsed = MarkupTemplate.of(template.template());
    JsonNode definition = Json.parse(request.definition());
    return new RenderedCertificate(
        example.render(request.type(), definition, parsed, form, context.deadline()),
        form.mediaType(),
        UnknownValues.of(parsed, definition, "/template"));
  }
}
