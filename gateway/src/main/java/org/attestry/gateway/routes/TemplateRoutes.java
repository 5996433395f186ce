package org.attestry.gateway.routes;

import static org.attestry.contracts.credential.CertificateOperations.DELETE_CERTIFICATE_TEMPLATE;
import static org.attestry.contracts.credential.CertificateOperations.LIST_CERTIFICATE_TEMPLATES;
import static org.attestry.contracts.credential.CertificateOperations.PREVIEW_CERTIFICATE_TEMPLATE;
import static org.attestry.contracts.credential.CertificateOperations.READ_CERTIFICATE_TEMPLATE;
import static org.attestry.contracts.credential.CertificateOperations.UPLOAD_CERTIFICATE_TEMPLATE;
import static org.attestry.contracts.schema.SchemaOperations.READ_TYPE;

import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CertificateOperations.DeleteCertificateTemplateRequest;
import org.attestry.contracts.credential.CertificateOperations.ListCertificateTemplatesRequest;
import org.attestry.contracts.credential.CertificateOperations.PreviewCertificateTemplateRequest;
import org.attestry.contracts.credential.CertificateOperations.ReadCertificateTemplateRequest;
import org.attestry.contracts.credential.CertificateOperations.UploadCertificateTemplateRequest;
import org.attestry.contracts.schema.SchemaOperations.ReadTypeRequest;
import org.attestry.gateway.http.Call;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.Reply;
import org.attestry.runtime.json.Json;

/** Certificate templates that an admin adds. */
public final class TemplateRoutes {

  /** The header of a preview with paths of the template that lead to no value. */
  private static final String WARNINGS = "template-warnings";

  private static final int LONGEST_HEADER = 4_000;

  /** Adds the handlers of the operations, by operationId. */
  public void bind(Map<String, Endpoint.Handler> handlers) {
    handlers.put(
        "uploadCertificateTemplate",
        call -> call.result(UPLOAD_CERTIFICATE_TEMPLATE, UploadCertificateTemplateRequest.class));
    handlers.put("listCertificateTemplates", this::list);
    handlers.put("readCertificateTemplate", this::read);
    handlers.put("previewCertificateTemplate", this::preview);
    handlers.put("deleteCertificateTemplate", this::delete);
  }

  private Future<Reply> list(Call call) {
    var request =
        new ListCertificateTemplatesRequest(call.query("name"), call.limit(), call.offset());
    return call.request(LIST_CERTIFICATE_TEMPLATES, request).map(Reply::plain);
  }

  private Future<Reply> read(Call call) {
    var request = new ReadCertificateTemplateRequest(call.path("id"));
    return call.request(READ_CERTIFICATE_TEMPLATE, request).map(Reply::plain);
  }

  private Future<Reply> delete(Call call) {
    var request = new DeleteCertificateTemplateRequest(call.path("id"));
    return call.request(DELETE_CERTIFICATE_TEMPLATE, request).map(Reply::plain);
  }

  private Future<Reply> preview(Call call) {
    return example(call)
        .compose(request -> call.request(PREVIEW_CERTIFICATE_TEMPLATE, request))
        .map(
            rendered -> {
              Reply reply = Certificates.reply(rendered.content(), rendered.mediaType());
              List<Violation> warnings = rendered.warnings();
              return warnings == null || warnings.isEmpty()
                  ? reply
                  : reply.with(WARNINGS, header(warnings));
            });
  }

  /** A JSON array in ASCII, of as many warnings as fit. */
  private static String header(List<Violation> warnings) {
    StringJoiner array = new StringJoiner(",", "[", "]");
    for (Violation one : warnings) {
      String json = ascii(Json.write(one).text());
      if (array.length() + json.length() < LONGEST_HEADER) {
        array.add(json);
      }
    }
    return array.toString();
  }

  private static String ascii(String json) {
    StringBuilder ascii = new StringBuilder();
    json.chars().forEach(c -> ascii.append(c < 0x7F ? (char) c : "\\u%04x".formatted(c)));
    return ascii.toString();
  }

  /**
   * Returns the request for a preview, with the schema that was sent or that of a published type.
   */
  private Future<PreviewCertificateTemplateRequest> example(Call call) {
    var sent = call.body(PreviewCertificateTemplateRequest.class);
    if ((sent.type() == null) == (sent.definition() == null)) {
      throw FailureException.invalid(
          "gateway.body.invalid",
          "",
          "oneOf",
          "Send either 'type', the name of a published type, or 'definition', the schema of an"
              + " example.");
    }
    if (sent.definition() != null) {
      return Future.succeededFuture(
          new PreviewCertificateTemplateRequest(
              call.path("id"), call.preferred(), null, sent.definition()));
    }
    return call.request(READ_TYPE, new ReadTypeRequest(sent.type()))
        .map(
            type ->
                new PreviewCertificateTemplateRequest(
                    call.path("id"), call.preferred(), type.name(), type.definition()));
  }
}
