package org.attestry.credential.certificate;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;

/** The forms of a certificate. */
public enum CertificateForm {
  HTML("text/html", TemplateForm.HTML, "html"),
  PDF("application/pdf", TemplateForm.HTML, "pdf", "html"),
  SVG("image/svg+xml", TemplateForm.SVG, "svg");

  private final String mediaType;
  private final TemplateForm template;
  private final List<String> usualKeys;

  CertificateForm(String mediaType, TemplateForm template, String... usualKeys) {
    this.mediaType = mediaType;
    this.template = template;
    this.usualKeys = List.of(usualKeys);
  }

  public String mediaType() {
    return mediaType;
  }

  /** Returns the form of templates for this certificate. */
  TemplateForm template() {
    return template;
  }

  /**
   * Returns the keys of templates that are used if the caller names none, in order of preference.
   */
  List<String> usualKeys() {
    return usualKeys;
  }

  /**
   * @throws FailureException NOT_ACCEPTABLE for another media type
   */
  static CertificateForm of(String mediaType) {
    Optional<CertificateForm> form =
        Arrays.stream(values()).filter(one -> one.mediaType.equals(mediaType)).findFirst();
    return form.orElseThrow(
        () ->
            FailureException.of(
                FailureKind.NOT_ACCEPTABLE,
                "credential.certificate.form",
                "Certificates are text/html, application/pdf or image/svg+xml."));
  }
}
