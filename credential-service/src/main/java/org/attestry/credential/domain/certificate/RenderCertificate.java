package org.attestry.credential.domain.certificate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.DeflaterOutputStream;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.RenderCertificateRequest;
import org.attestry.contracts.credential.RenderedCertificate;
import org.attestry.contracts.credential.VerificationView;
import org.attestry.contracts.credential.VerifyCredentialRequest;
import org.attestry.credential.domain.CryptoWorkers;
import org.attestry.credential.domain.template.MarkupTemplate;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.work.Budget;

/** Renders what a caller sees of an entity or an attestation as a certificate. */
public final class RenderCertificate {

  private static final long STEPS = 2_000_000;
  private static final int LONGEST_CODE = 2_400;
  private static final Failure SPENT =
      Failure.invalid(
          "credential.certificate.too-complex",
          "",
          "limit",
          "The certificate is too much work; use a simpler template, or fewer values.");

  private final Verifier verifier;
  private final CertificateRenderer renderer;
  private final CryptoWorkers workers;
  private final Settings settings;

  /**
   * @param publicBase the gateway's public address, without a slash at the end
   * @param credentialInCode whether QR codes hold the credential itself where it fits
   */
  public record Settings(String publicBase, boolean credentialInCode) {}

  /** Verifies the credential that a certificate is made of. */
  @FunctionalInterface
  public interface Verifier {
    Future<VerificationView> verify(VerifyCredentialRequest request, CallContext call);
  }

  public RenderCertificate(
      Verifier verifier, CertificateRenderer renderer, CryptoWorkers workers, Settings settings) {
    this.verifier = verifier;
    this.renderer = renderer;
    this.workers = workers;
    this.settings = settings;
  }

  /** Fails INVALID for a template that cannot be rendered within the limits. */
  public Future<RenderedCertificate> handle(RenderCertificateRequest request, CallContext call) {
    CertificateForm form =
        CertificateForm.of(request.mediaType()).orElseThrow(RenderCertificate::unknownForm);
    JsonNode credential =
        request.credential() == null || request.credential().isEmpty()
            ? MissingNode.getInstance()
            : Json.parse(JsonBytes.of(request.credential()));
    return state(request.credential(), call)
        .compose(
            state ->
                workers.run(call.deadline(), () -> render(request, form, credential, state, call)));
  }

  private Future<CertificateState> state(String signed, CallContext call) {
    if (signed == null) {
      return Future.succeededFuture(CertificateState.UNSIGNED);
    }
    if (signed.isEmpty()) {
      return Future.succeededFuture(CertificateState.REVOKED);
    }
    return verifier
        .verify(new VerifyCredentialRequest(JsonBytes.of(signed)), call)
        .map(CertificateState::of);
  }

  private RenderedCertificate render(
      RenderCertificateRequest request,
      CertificateForm form,
      JsonNode credential,
      CertificateState state,
      CallContext call) {
    Budget budget = new Budget(call.deadline(), STEPS, SPENT);
    JsonNode entity =
        request.entity() == null
            ? credential.path("credentialSubject")
            : Json.parse(request.entity());
    JsonNode definition =
        request.definition() == null
            ? JsonNodeFactory.instance.objectNode()
            : Json.parse(request.definition());
    ObjectNode model =
        CertificateModel.of(
            request.entityType(), definition, entity, credential, state, settings.publicBase());
    model.put("qr", code(model, request.credential()));
    model.put("largeCode", settings.credentialInCode());
    String markup = MarkupTemplate.of(defaultTemplate(form)).fill(model, budget);
    String embedded = credential.isMissingNode() ? null : request.credential();
    return new RenderedCertificate(renderer.render(markup, form, embedded, budget));
  }

  private String code(ObjectNode model, String credential) {
    String address = model.path("verifyUrl").asText("");
    if (address.isEmpty()) {
      return "";
    }
    if (settings.credentialInCode()) {
      String compact = compact(credential);
      String code = compact.length() <= LONGEST_CODE ? renderer.qrCode(compact) : "";
      if (!code.isEmpty()) {
        return code;
      }
    }
    return renderer.qrCode(address);
  }

  /** {@code ATT1:} and the Base45 (RFC 9285) of the credential, compressed by zlib (RFC 1950). */
  static String compact(String credential) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflated = new DeflaterOutputStream(out)) {
      deflated.write(credential.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return "ATT1:" + Base45.encode(out.toByteArray());
  }

  private static String defaultTemplate(CertificateForm form) {
    return form.template().equals("svg") ? DEFAULT_SVG : DEFAULT_HTML;
  }

  private static final String DEFAULT_HTML = resource("/certificates/default.html");
  private static final String DEFAULT_SVG = resource("/certificates/default.svg");

  private static String resource(String name) {
    try (InputStream in = RenderCertificate.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FailureException unknownForm() {
    return Failure.of(
            FailureKind.NOT_ACCEPTABLE,
            "credential.certificate.form",
            "Certificates are text/html, application/pdf or image/svg+xml.")
        .exception();
  }
}
