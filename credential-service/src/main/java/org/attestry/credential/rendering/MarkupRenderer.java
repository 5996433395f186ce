package org.attestry.credential.rendering;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.attestry.credential.domain.certificate.CertificateForm;
import org.attestry.credential.domain.certificate.CertificateRenderer;
import org.attestry.credential.domain.template.Outline;
import org.attestry.runtime.work.Budget;
import org.w3c.dom.Document;

/** Certificates from filled templates. The fonts are read when the first PDF is made. */
public final class MarkupRenderer implements CertificateRenderer {

  private static final class SharedPages {
    private static final PdfPages SHARED = new PdfPages(new Scripts());
  }

  @Override
  public byte[] render(String markup, CertificateForm form, String credential, Budget budget) {
    boolean svg = form == CertificateForm.SVG;
    Document cleaned = SafeMarkup.of(markup, svg);
    budget.requireTime();
    return form == CertificateForm.PDF
        ? SharedPages.SHARED.render(cleaned, credential, budget)
        : MarkupWriter.write(cleaned, svg).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public List<LeftOut> leftOut(Outline outline, boolean svg) {
    return SafeMarkup.leftOut(outline, svg);
  }

  @Override
  public String qrCode(String text) {
    return QrCode.dataAddress(text);
  }
}
