package org.attestry.gateway.http;

import static org.attestry.contracts.credential.CertificateOperations.DELETE_CERTIFICATE_TEMPLATE;
import static org.attestry.contracts.credential.CertificateOperations.LIST_CERTIFICATE_TEMPLATES;
import static org.attestry.contracts.credential.CertificateOperations.PREVIEW_CERTIFICATE_TEMPLATE;
import static org.attestry.contracts.credential.CertificateOperations.READ_CERTIFICATE_TEMPLATE;
import static org.attestry.contracts.credential.CertificateOperations.UPLOAD_CERTIFICATE_TEMPLATE;
import static org.attestry.contracts.schema.SchemaOperations.READ_TYPE;

import io.vertx.core.Future;
import java.util.Map;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.credential.CertificateOperations.DeleteCertificateTemplateRequest;
import org.attestry.contracts.credential.CertificateOperations.ListCertificateTemplatesRequest;
import org.attestry.contracts.credential.CertificateOperations.PreviewCertificateTemplateRequest;
import org.attestry.contracts.credential.CertificateOperations.ReadCertificateTemplateRequest;
import org.attestry.contracts.credential.CertificateOperations.UploadCertificateTemplateRequest;
import org.attestry.contracts.schema.SchemaOperations.ReadTypeRequest;
import org.attestry.runtime.bus.BusClient;

/** Certificate templates that an admin adds. */
public record TemplateRoutes(BusClient bus) {

  /** Adds what handles the operations, by operationId. */
  public void bind(Map<String, Endpoint.Handler> handlers) {
    handlers.put("uploadCertificateTemplate", this::upload);
    handlers.put("listCertificateTemplates", this::list);
    handlers.put("readCertificateTemplate", this::read);
    handlers.put("previewCertificateTemplate", this::preview);
    handlers.put("deleteCertificateTemplate", this::delete);
  }

  private Future<Reply> upload(Call call) {
    var request = call.body(UploadCertificateTemplateRequest.class);
    return bus.request(UPLOAD_CERTIFICATE_TEMPLATE, request, call.context()).map(Reply::result);
  }

  private Future<Reply> list(Call call) {
    var request =
        new ListCertificateTemplatesRequest(call.query("name"), call.limit(), call.offset());
    return bus.request(LIST_CERTIFICATE_TEMPLATES, request, call.context()).map(Reply::plain);
  }

  private Future<Reply> read(Call call) {
    var request = new ReadCertificateTemplateRequest(call.path("id"));
    return bus.request(READ_CERTIFICATE_TEMPLATE, request, call.context()).map(Reply::plain);
  }

  private Future<Reply> delete(Call call) {
    var request = new DeleteCertificateTemplateRequest(call.path("id"));
    return bus.request(DELETE_CERTIFICATE_TEMPLATE, request, call.context()).map(Reply::plain);
  }

  private Future<Reply> preview(Call call) {
    return example(call)
        .compose(request -> bus.request(PREVIEW_CERTIFICATE_TEMPLATE, request, call.context()))
        .map(rendered -> Certificates.reply(rendered.content(), rendered.mediaType()));
  }

  /** The example's schema is sent, or that of a published type. */
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
    return bus.request(READ_TYPE, new ReadTypeRequest(sent.type()), call.context())
        .map(
            type ->
                new PreviewCertificateTemplateRequest(
                    call.path("id"), call.preferred(), type.name(), type.definition()));
  }
}
