package org.attestry.credential.certificate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.zip.DeflaterOutputStream;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.credential.template.MarkupTemplate;
import org.attestry.runtime.config.ClassPathFile;
import org.attestry.runtime.fair.Budget;
import org.attestry.runtime.json.SchemaTitles;

/** Fills a template within a budget, and renders it. */
public record MakeCertificate(
    CertificateRenderer renderer, RenderingQueues queues, Settings settings) {

  private static final long STEPS = 2_000_000;
  private static final int LONGEST_CODE = 2_400;
  private static final Failure SPENT =
      Failure.invalid(
          "credential.certificate.too-complex",
          "",
          "limit",
          "The certificate is too much work; use a simpler template, or fewer values.");
  private static final MarkupTemplate HTML = builtIn("/certificates/default.html");
  private static final MarkupTemplate SVG = builtIn("/certificates/default.svg");

  /**
   * @param publicBase the gateway's public address, without a slash at the end
   * @param credentialInCode whether QR codes contain the credential itself if it fits
   */
  public record Settings(String publicBase, boolean credentialInCode) {}

  /**
   * The data of a certificate.
   *
   * @param type the type's name
   * @param definition the type's draft-07 schema; an empty object if unknown
   * @param titles the titles of the type and its fields
   * @param entity the values that the caller may see
   * @param subject whether these values are the subject of the credential, to which JSON-LD gives
   *     an id and a type
   * @param credential the signed credential, a missing node for none
   * @param signed its text, which a PDF embeds; null or empty for none
   */
  record Content(
      String type,
      JsonNode definition,
      SchemaTitles titles,
      JsonNode entity,
      boolean subject,
      JsonNode credential,
      String signed,
      CertificateState state) {}

  /** A filled template. */
  private record Filled(
      CertificateRenderer renderer,
      String markup,
      CertificateForm form,
      int template,
      String embedded,
      Deadline deadline)
      implements RenderingQueues.Document {

    @Override
    public boolean isLaidOut() {
      return form == CertificateForm.PDF;
    }

    @Override
    public byte[] render() {
      return renderer.render(markup, form, embedded, deadline);
    }
  }

  /**
   * Fails INVALID for a template that cannot be rendered within the limits, UNAVAILABLE if no
   * renderer is available.
   *
   * @param content makes the data; it takes CPU time
   * @param template null for the built-in one
   */
  Future<byte[]> of(
      Callable<Content> content, MarkupTemplate template, CertificateForm form, Deadline deadline) {
    return queues.render(deadline, () -> fill(content.call(), template, form, deadline));
  }

  private Filled fill(
      Content content, MarkupTemplate template, CertificateForm form, Deadline deadline) {
    Budget budget = new Budget(deadline, STEPS, SPENT);
    ObjectNode model = CertificateModel.of(content, settings.publicBase());
    model.put("qr", code(model, content.signed()));
    model.put("largeCode", settings.credentialInCode());
    MarkupTemplate filled = template == null ? builtIn(form) : template;
    String embedded = content.credential().isMissingNode() ? null : content.signed();
    return new Filled(
        renderer, filled.fill(model, budget), form, filled.hashCode(), embedded, deadline);
  }

  private static MarkupTemplate builtIn(CertificateForm form) {
    return form.template() == TemplateForm.SVG ? SVG : HTML;
  }

  private String code(ObjectNode model, String credential) {
    String address = model.path("verifyUrl").asText("");
    if (address.isEmpty()) {
      return "";
    }
    if (settings.credentialInCode() && credential != null) {
      String compact = compact(credential);
      String code = compact.length() <= LONGEST_CODE ? renderer.qrCode(compact) : "";
      if (!code.isEmpty()) {
        return code;
      }
    }
    return renderer.qrCode(address);
  }

  /**
   * Returns {@code ATT1:} and the Base45 (RFC 9285) of the credential, compressed by zlib (RFC
   * 1950).
   */
  static String compact(String credential) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflated = new DeflaterOutputStream(out)) {
      deflated.write(credential.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return "ATT1:" + Base45.encode(out.toByteArray());
  }

  private static MarkupTemplate builtIn(String name) {
    return MarkupTemplate.of(ClassPathFile.text(MakeCertificate.class, name));
  }
}
