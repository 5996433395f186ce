package org.attestry.credential.certificate;

import java.util.List;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.FailureException;
import org.attestry.credential.template.Outline;

/** Makes a certificate from a filled template, without reading or fetching anything. */
public interface CertificateRenderer {

  /**
   * @param markup HTML in XML syntax, or SVG; what does more than draw is left out
   * @param credential the signed credential, which a PDF embeds; null for none
   * @param deadline until when it may wait to begin
   * @throws FailureException INVALID for markup that is not well-formed or too much, UNAVAILABLE
   *     when nothing can render it now
   */
  byte[] render(String markup, CertificateForm form, String credential, Deadline deadline);

  /**
   * What rendering would leave out of a template, in words; empty for one that only draws.
   *
   * @throws FailureException INVALID, with its line, for markup that is not well-formed or too much
   */
  List<LeftOut> leftOut(Outline outline, boolean svg);

  /**
   * @param what an element or attribute, in words
   * @param written how it begins in the template
   * @param why in sentences
   * @param refused false for what a template may have nevertheless
   */
  record LeftOut(String what, String written, String why, boolean refused) {}

  /** A {@code data:} address of a PNG image; empty where the text does not fit a code. */
  String qrCode(String text);
}
