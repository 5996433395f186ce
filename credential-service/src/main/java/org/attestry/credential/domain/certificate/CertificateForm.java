package org.attestry.credential.domain.certificate;

import java.util.Arrays;
import java.util.Optional;

/** The forms of a certificate. */
public enum CertificateForm {
  HTML("text/html", "html"),
  PDF("application/pdf", "html"),
  SVG("image/svg+xml", "svg");

  private final String mediaType;
  private final String template;

  CertificateForm(String mediaType, String template) {
    this.mediaType = mediaType;
    this.template = template;
  }

  public String mediaType() {
    return mediaType;
  }

  /** What a template for it is written in, {@code html} or {@code svg}. */
  public String template() {
    return template;
  }

  static Optional<CertificateForm> of(String mediaType) {
    return Arrays.stream(values()).filter(form -> form.mediaType.equals(mediaType)).findFirst();
  }
}
