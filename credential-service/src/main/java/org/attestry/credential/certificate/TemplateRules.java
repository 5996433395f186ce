package org.attestry.credential.certificate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CertificateOperations.UploadCertificateTemplateRequest;
import org.attestry.credential.certificate.CertificateRenderer.LeftOut;
import org.attestry.credential.template.MarkupTemplate;
import org.attestry.credential.template.TextPlace;
import org.attestry.runtime.json.Json;

/** Checks an uploaded template: with any values, its markup must only draw. */
record TemplateRules(CertificateRenderer renderer) {

  private static final int LONGEST = 500_000;

  /** The code of failures of requests about templates. */
  static final String INVALID = "credential.template.invalid";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

  static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /**
   * Checks the template twice: with the bodies of all its blocks, and with their alternatives. It
   * takes CPU time.
   *
   * @return warnings for accepted parts that are not shown
   * @throws FailureException INVALID with pointers into the request and lines of the template
   */
  List<Violation> check(UploadCertificateTemplateRequest request) {
    TemplateForm form =
        TemplateForm.of(request.mediaType())
            .orElseThrow(
                () -> invalid("/mediaType", "enum", "Send text/html or image/svg+xml, no other."));
    String text = request.template();
    if (text == null || text.length() > LONGEST) {
      throw invalid(
          "/template", "limit", "Send a template of at most %d characters.".formatted(LONGEST));
    }
    MarkupTemplate template = MarkupTemplate.of(text);
    Set<LeftOut> found = new LinkedHashSet<>();
    for (boolean holds : new boolean[] {true, false}) {
      found.addAll(renderer.leftOut(template.outline(holds), form == TemplateForm.SVG));
    }
    List<Violation> refused = violations(text, found, true);
    if (!refused.isEmpty()) {
      throw FailureException.invalid(INVALID, refused);
    }
    List<Violation> warnings = new ArrayList<>(violations(text, found, false));
    warnings.addAll(UnknownValues.of(template, Json.object(), "/template"));
    return warnings;
  }

  private static List<Violation> violations(String text, Set<LeftOut> found, boolean refused) {
    return found.stream()
        .filter(one -> one.refused() == refused)
        .map(
            one ->
                new Violation(
                    "/template",
                    "markup",
                    "%s%s is %s. %s"
                        .formatted(
                            place(text, one.written()),
                            one.what(),
                            refused ? "not allowed" : "left out",
                            one.why())))
        .toList();
  }

  /** Returns the first place of the text; empty if the template writes it in another way. */
  private static String place(String text, String written) {
    int at = text.indexOf(written);
    return at < 0 ? "" : TextPlace.of(text, at).words();
  }

  static FailureException invalid(String pointer, String rule, String message) {
    return FailureException.invalid(INVALID, pointer, rule, message);
  }
}
