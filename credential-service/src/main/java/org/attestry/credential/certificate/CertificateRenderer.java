package org.attestry.credential.certificate;

import java.util.List;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.credential.template.Outline;

/** Makes a certificate from a filled template, without reading or fetching anything. */
public interface CertificateRenderer {

  /**
   * @param markup HTML in XML syntax, or SVG; active content is left out
   * @param credential the signed credential, which a PDF embeds; null for none
   * @param deadline by which rendering must begin
   * @throws FailureException INVALID for markup that is not well-formed or too large, UNAVAILABLE
   *     if no renderer is available
   */
  byte[] render(String markup, CertificateForm form, String credential, Deadline deadline);

  /**
   * Returns the parts of a template that rendering would leave out; empty if there are none.
   *
   * @throws FailureException INVALID, with its line, for markup that is not well-formed or too
   *     large
   */
  List<LeftOut> leftOut(Outline outline, boolean svg);

  /**
   * @param what an element or attribute, in words
   * @param written the beginning of the part in the template
   * @param why the reason, in sentences
   * @param refused false if a template with this part is accepted
   */
  record LeftOut(String what, String written, String why, boolean refused) {}

  /** Returns a {@code data:} address of a PNG image; empty if the text is too long for a code. */
  String qrCode(String text);
}
