package org.attestry.credential.rendering;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.attestry.contracts.Deadline;
import org.attestry.credential.certificate.CertificateForm;
import org.attestry.credential.certificate.CertificateRenderer;
import org.attestry.credential.template.Outline;

/**
 * Renders certificates from filled templates. This class writes HTML and SVG in one pass over a
 * bounded number of elements and characters. A PDF needs a layout, whose cost no count of its input
 * bounds: selectors, floats, tables and pages multiply. So a process that can be killed makes it.
 */
public record MarkupRenderer(Renderers renderers) implements CertificateRenderer {

  @Override
  public byte[] render(String markup, CertificateForm form, String credential, Deadline deadline) {
    if (form == CertificateForm.PDF) {
      return renderers.render(markup, credential, deadline);
    }
    boolean svg = form == CertificateForm.SVG;
    return MarkupWriter.write(SafeMarkup.of(markup, svg), svg).getBytes(StandardCharsets.UTF_8);
  }

  /** Also starts a renderer, because a checked template is soon rendered. */
  @Override
  public List<LeftOut> leftOut(Outline outline, boolean svg) {
    renderers.keepSpare();
    return SafeMarkup.leftOut(outline, svg);
  }

  @Override
  public String qrCode(String text) {
    return QrCode.dataAddress(text);
  }
}
