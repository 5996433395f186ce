package org.attestry.credential.certificate;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CertificateOperations.CertificateTemplate;
import org.attestry.contracts.credential.CertificateOperations.PreviewCertificateTemplateRequest;
import org.attestry.contracts.credential.CertificateOperations.RenderedCertificate;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.template.MarkupTemplate;
import org.attestry.runtime.json.Json;

/** Renders a template with an example that is made from a schema. Nothing is signed. */
public record PreviewCertificateTemplate(
    PgCertificateTemplates stored, ExampleCertificate example, CryptoWorkers workers) {

  /**
   * Fails UNAUTHENTICATED without a token, FORBIDDEN for callers who are not admins, NOT_FOUND for
   * an unknown id, NOT_ACCEPTABLE for a form that the template does not have, INVALID if the
   * example cannot be rendered.
   */
  public Future<RenderedCertificate> handle(
      PreviewCertificateTemplateRequest request, CallContext context) {
    ManageCertificateTemplates.requireAdmin(context);
    return ManageCertificateTemplates.find(stored, request.id())
        .compose(
            template -> {
              CertificateForm form = form(request, template);
              return workers
                  .run(context.deadline(), () -> Parsed.of(request, template))
                  .compose(parsed -> render(request, parsed, form, context));
            });
  }

  private Future<RenderedCertificate> render(
      PreviewCertificateTemplateRequest request,
      Parsed parsed,
      CertificateForm form,
      CallContext context) {
    return example
        .render(request.type(), parsed.definition(), parsed.template(), form, context.deadline())
        .map(made -> new RenderedCertificate(made, form.mediaType(), parsed.warnings()));
  }

  /** The request, parsed by a worker. */
  private record Parsed(MarkupTemplate template, JsonNode definition, List<Violation> warnings) {

    static Parsed of(PreviewCertificateTemplateRequest request, CertificateTemplate stored) {
      MarkupTemplate template = MarkupTemplate.of(stored.template());
      JsonNode definition = Json.parse(request.definition());
      return new Parsed(template, definition, UnknownValues.of(template, definition, "/template"));
    }
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
}
