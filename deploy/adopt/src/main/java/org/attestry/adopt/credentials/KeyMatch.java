package org.attestry.adopt.credentials;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.attestry.adopt.credentials.Survey.KeyName;
import org.attestry.adopt.report.Finding;
import org.attestry.adopt.report.Report;

/**
 * Matches the keys that were given with those that credentials name. A key belongs to one issuer: a
 * key whose file names none belongs to the issuer with most credentials under its name.
 */
public final class KeyMatch {

  private final Survey survey;
  private final Report report;

  public KeyMatch(Survey survey, Report report) {
    this.survey = survey;
    this.report = report;
  }

  /** Returns the keys to import, each with its issuer. */
  public List<VerificationKey> match(List<VerificationKey> given) {
    List<VerificationKey> keys = new ArrayList<>();
    for (VerificationKey key : given) {
      String issuer = key.issuer() == null ? issuerOf(key.verificationMethod()) : key.issuer();
      if (issuer == null) {
        report.add(
            Finding.CHANGED,
            "Key " + key.verificationMethod(),
            "No credential names it, so its issuer is not known; it is not imported.");
      } else {
        keys.add(key.of(issuer));
      }
    }
    survey.keys().forEach((name, credentials) -> check(name, credentials, keys));
    return keys;
  }

  private String issuerOf(String verificationMethod) {
    return survey.keys().entrySet().stream()
        .filter(entry -> entry.getKey().verificationMethod().equals(verificationMethod))
        .max(Comparator.comparingLong(Map.Entry::getValue))
        .map(entry -> entry.getKey().issuer())
        .orElse(null);
  }

  private void check(KeyName name, long credentials, List<VerificationKey> keys) {
    List<VerificationKey> named =
        keys.stream()
            .filter(key -> Objects.equals(key.verificationMethod(), name.verificationMethod()))
            .toList();
    String subject = "Key %s of %s".formatted(name.verificationMethod(), name.issuer());
    if (named.isEmpty()) {
      report.add(
          Finding.LOST,
          subject,
          "%d credentials name this key, and keys.file does not have it: they will be refused."
              .formatted(credentials));
    } else if (named.stream().noneMatch(key -> name.issuer().equals(key.issuer()))) {
      report.add(
          Finding.LOST,
          subject,
          "%d credentials of this issuer: the key is imported for %s, and a key belongs to one issuer."
              .formatted(credentials, named.getFirst().issuer()));
    } else {
      report.add(
          Finding.COUNT, subject, "%d credentials (%s)".formatted(credentials, name.proofType()));
    }
  }
}
