package org.attestry.gateway.http;

import static org.attestry.contracts.credential.CredentialOperations.RENDER_CERTIFICATE;
import static org.attestry.contracts.schema.SchemaOperations.READ_TYPE;

import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.RenderCertificateRequest;
import org.attestry.contracts.schema.SchemaOperations.ReadTypeRequest;
import org.attestry.runtime.bus.BusClient;

/** Certificates: what a caller may read, as a page, a picture or a PDF. */
final class Certificates {

  private static final List<String> FORMS =
      List.of("text/html", "application/pdf", "image/svg+xml");
  private static final String DRAWS_ONLY =
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";

  private final BusClient bus;

  Certificates(BusClient bus) {
    this.bus = bus;
  }

  /** The form of a certificate that the client prefers to JSON, if it names one. */
  static Optional<String> wanted(Call call) {
    return FORMS.stream().filter(call::wants).findFirst();
  }

  /**
   * @param entity what the caller sees of the entity, or null for the subject of the credential
   * @param credential the signed credential, empty for a revoked one, null for none
   */
  Future<Reply> render(Call call, String form, JsonBytes entity, String credential) {
    return bus.request(READ_TYPE, new ReadTypeRequest(call.type()), call.context())
        .map(
            type ->
                new RenderCertificateRequest(
                    call.type(), form, type.definition(), entity, credential))
        .compose(request -> bus.request(RENDER_CERTIFICATE, request, call.context()))
        .map(rendered -> new Reply.Document(rendered.content(), headers(form)));
  }

  private static Map<String, String> headers(String form) {
    String type = form.equals("text/html") ? form + "; charset=utf-8" : form;
    return Map.of("content-type", type, "content-security-policy", DRAWS_ONLY, "vary", "accept");
  }
}
