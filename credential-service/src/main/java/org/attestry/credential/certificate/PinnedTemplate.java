package org.attestry.credential.certificate;

import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.credential.CertificateOperations.CertificateTemplate;
import org.attestry.runtime.identifier.Ids;

/**
 * The version of a template that a published type uses. Its text in the type's configuration is
 * {@code html:} or {@code svg:} and the version's id.
 */
record PinnedTemplate(TemplateForm form, UUID id) {

  static PinnedTemplate of(CertificateTemplate template) {
    TemplateForm form = TemplateForm.of(template.mediaType()).orElseThrow();
    return new PinnedTemplate(form, UUID.fromString(template.id()));
  }

  /** Returns empty for values of types that were published before templates existed. */
  static Optional<PinnedTemplate> parse(String text) {
    int colon = text.indexOf(':');
    String form = text.substring(0, Math.max(0, colon));
    for (TemplateForm one : TemplateForm.values()) {
      if (form.equals(one.name().toLowerCase(Locale.ROOT))) {
        return Ids.parse(text.substring(colon + 1)).map(id -> new PinnedTemplate(one, id));
      }
    }
    return Optional.empty();
  }

  String text() {
    return form.name().toLowerCase(Locale.ROOT) + ":" + id;
  }

  /**
   * Returns the template for a certificate; empty for the built-in one.
   *
   * @param offered the key of each allowed template, to its text
   * @param key from the caller, or null for the usual one of the form
   * @throws FailureException INVALID for an unknown key, NOT_ACCEPTABLE if the template of that key
   *     has another form
   */
  static Optional<PinnedTemplate> choose(
      Map<String, String> offered, String key, CertificateForm form) {
    Map<String, PinnedTemplate> pinned =
        offered.entrySet().stream()
            .filter(one -> parse(one.getValue()).isPresent())
            .collect(
                Collectors.toMap(Map.Entry::getKey, one -> parse(one.getValue()).orElseThrow()));
    if (key == null) {
      return usual(pinned, form);
    }
    PinnedTemplate named = pinned.get(key);
    if (named == null) {
      throw unknown(pinned);
    }
    if (named.form != form.template()) {
      throw otherForm(named);
    }
    return Optional.of(named);
  }

  private static Optional<PinnedTemplate> usual(
      Map<String, PinnedTemplate> pinned, CertificateForm form) {
    Comparator<String> usualFirst =
        Comparator.comparing((String key) -> form.usualKeys().contains(key) ? 0 : 1)
            .thenComparing(form.usualKeys()::indexOf)
            .thenComparing(Comparator.naturalOrder());
    return pinned.keySet().stream()
        .filter(key -> pinned.get(key).form == form.template())
        .min(usualFirst)
        .map(pinned::get);
  }

  private static FailureException unknown(Map<String, PinnedTemplate> pinned) {
    String known =
        pinned.isEmpty()
            ? "there is none here: leave the header out."
            : "there are: " + String.join(", ", pinned.keySet().stream().sorted().toList()) + ".";
    return FailureException.invalid(
        "credential.certificate.template-key",
        "",
        "template-key",
        "The header template-key names no certificate template; " + known);
  }

  private static FailureException otherForm(PinnedTemplate named) {
    String accept = named.form == TemplateForm.SVG ? "image/svg+xml" : "text/html, application/pdf";
    return FailureException.of(
        FailureKind.NOT_ACCEPTABLE,
        "credential.certificate.form",
        "The template that the header template-key names is %s: accept %s."
            .formatted(named.form.mediaType(), accept));
  }
}
