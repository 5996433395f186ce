package org.attestry.credential.rendering;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.attestry.credential.domain.certificate.CertificateForm;
import org.attestry.credential.domain.certificate.CertificateRenderer;
import org.attestry.runtime.work.Budget;

/** Certificates from filled templates. The fonts are read when the first PDF is made. */
public final class MarkupRenderer implements CertificateRenderer {

  private static final class Pages {
    private static final PdfPages SHARED = new PdfPages(new Scripts());
  }

  @Override
  public byte[] render(String markup, CertificateForm form, String credential, Budget budget) {
    boolean svg = form == CertificateForm.SVG;
    SafeMarkup.Cleaned cleaned = SafeMarkup.of(markup, svg);
    budget.requireTime();
    return form == CertificateForm.PDF
        ? Pages.SHARED.render(cleaned.document(), credential, budget)
        : MarkupWriter.write(cleaned.document(), svg).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public List<String> leftOut(String markup, boolean svg) {
    return SafeMarkup.of(markup, svg).dropped();
  }

  @Override
  public String qrCode(String text) {
    return QrCode.dataAddress(text);
  }
}
