package org.attestry.credential.certificate;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CertificateOperations.CertificateTemplate;
import org.attestry.contracts.credential.CertificateOperations.CheckCertificateTemplatesRequest;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.template.MarkupTemplate;
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.json.Json;

/**
 * Renders each template once with an example, HTML as a PDF, before a schema that names them is
 * published.
 */
public record RenderedExamples(
    CompiledTemplates templates, ExampleCertificate example, CryptoWorkers workers) {

  private static final String RULE = "template.rendering";

  /**
   * Adds the first template that cannot be rendered to the refused ones, and stops there, because
   * each may take long. Fails UNAVAILABLE if no renderer is available.
   *
   * @param refused the name of a template, to the reason
   * @param warnings the name of a template, to its warnings, added here
   */
  Future<Void> check(
      Collection<CertificateTemplate> found,
      CheckCertificateTemplatesRequest request,
      Map<String, Violation> refused,
      Map<String, List<Violation>> warnings,
      CallContext context) {
    return AsyncLoop.each(
        found,
        template ->
            refused.isEmpty()
                ? render(template, request, context)
                    .onSuccess(unknown -> warnings.put(template.name(), unknown))
                    .<Void>mapEmpty()
                    .recover(failed -> refuse(template, failed, refused))
                : Future.succeededFuture());
  }

  private Future<List<Violation>> render(
      CertificateTemplate template, CheckCertificateTemplatesRequest request, CallContext context) {
    CertificateForm form =
        PinnedTemplate.of(template).form() == TemplateForm.SVG
            ? CertificateForm.SVG
            : CertificateForm.PDF;
    JsonBytes sent = request.definition() == null ? JsonBytes.of("{}") : request.definition();
    return templates
        .find(UUID.fromString(template.id()), context.deadline())
        .compose(
            parsed ->
                workers
                    .run(context.deadline(), () -> Json.parse(sent))
                    .compose(definition -> render(parsed, definition, form, request, context)));
  }

  private Future<List<Violation>> render(
      MarkupTemplate template,
      JsonNode definition,
      CertificateForm form,
      CheckCertificateTemplatesRequest request,
      CallContext context) {
    return example
        .render(request.type(), definition, template, form, context.deadline())
        .compose(
            rendered ->
                workers.run(context.deadline(), () -> UnknownValues.of(template, definition, "")));
  }

  private static Future<Void> refuse(
      CertificateTemplate template, Throwable failed, Map<String, Violation> refused) {
    if (!FailureException.isOf(failed, FailureKind.INVALID)
        && !FailureException.isOf(failed, FailureKind.UNPROCESSABLE)) {
      return Future.failedFuture(failed);
    }
    String reason = ((FailureException) failed).failure().message();
    refused.put(
        template.name(),
        new Violation(
            "", RULE, "The template cannot be rendered with an example of the type: " + reason));
    return Future.succeededFuture();
  }
}
