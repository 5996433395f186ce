package org.attestry.credential.key;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Violation;

/**
 * The allowed issuers of credentials. Each issuer has keys of its own, so it never gets a signature
 * of another.
 *
 * @param ownDid the issuer of templates that name none
 * @param allowed further issuers that templates may name; {@code *} for any
 * @param most the largest number of issuers
 */
public record Issuers(String ownDid, List<String> allowed, int most) {

  private static final String ANY = "*";
  private static final List<String> SELF_CERTIFYING = List.of("did:key:", "did:jwk:");
  private static final Pattern ISSUER =
      Pattern.compile("(did|https?|urn):[A-Za-z0-9._~:/@!$&'()*+,;=%-]{1,900}");
  private static final Pattern METHOD =
      Pattern.compile("(did|https?|urn):[A-Za-z0-9._~:/?#@!$&'()*+,;=%-]{1,1000}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");

  public Issuers {
    allowed = List.copyOf(allowed);
  }

  /** The did:web (W3C did:web method) of a public address: its host, port and path. */
  public static String didWeb(URI publicUrl) {
    StringBuilder did = new StringBuilder("did:web:").append(publicUrl.getHost());
    if (publicUrl.getPort() >= 0) {
      did.append("%3A").append(publicUrl.getPort());
    }
    String path = publicUrl.getPath() == null ? "" : publicUrl.getPath();
    for (String segment : path.split("/")) {
      if (!segment.isEmpty()) {
        did.append(':').append(segment);
      }
    }
    return did.toString();
  }

  /** Returns the DID whose document is at {@code /issuers/<name>/did.json}; our own for null. */
  public String didOf(String name) {
    if (name == null) {
      return ownDid;
    }
    if (!NAME.matcher(name).matches()) {
      throw FailureException.invalid(
          "credential.issuer.invalid",
          "/name",
          "issuer",
          "An issuer's name has 1 to 100 characters: letters A to Z and a to z, digits, '.', '_'"
              + " and '-'.");
    }
    return ownDid + ":issuers:" + name;
  }

  /**
   * Returns the name of an issuer whose DID document is served here; empty for our own and all
   * others.
   */
  public Optional<String> hostedName(String did) {
    String before = ownDid + ":issuers:";
    return did.startsWith(before)
        ? Optional.of(did.substring(before.length())).filter(name -> NAME.matcher(name).matches())
        : Optional.empty();
  }

  /**
   * Says whether verifiers elsewhere find the issuer's keys: in its DID, or in a document that is
   * served here.
   */
  private boolean isResolvable(String issuer) {
    return issuer.equals(ownDid)
        || issuer.startsWith(ownDid + ":issuers:")
        || SELF_CERTIFYING.stream().anyMatch(issuer::startsWith);
  }

  /**
   * Returns the warning for a template whose issuer is a DID with a document that is not served
   * here; empty for other issuers.
   */
  public Optional<Violation> warning(String issuer) {
    if (!issuer.startsWith("did:") || isResolvable(issuer)) {
      return Optional.empty();
    }
    String advice =
        issuer.startsWith("did:web:")
            ? "publish them in the document of that did:web"
            : "publish them with that DID method";
    return Optional.of(
        new Violation(
            "/issuer",
            "issuer-elsewhere",
            "This deployment does not serve the DID document of this issuer. Verifiers elsewhere do"
                + " not find its keys and refuse its credentials: %s, or leave the issuer out for %s."
                    .formatted(advice, ownDid)));
  }

  /** Returns the name of the issuer's next key: {@code <issuer>#key-<n>}. */
  static String nextKeyOf(String issuer, Set<String> used) {
    int number = 1;
    while (used.contains(issuer + "#key-" + number)) {
      number++;
    }
    return issuer + "#key-" + number;
  }

  /** Says whether the text can be an issuer. */
  public static boolean isIri(String issuer) {
    return issuer != null && ISSUER.matcher(issuer).matches();
  }

  /** Says whether the text can be the verificationMethod of a proof. */
  public static boolean isMethod(String verificationMethod) {
    return verificationMethod != null && METHOD.matcher(verificationMethod).matches();
  }

  /**
   * Says whether the key is in the issuer's own document: its name is the issuer, '#' and a
   * fragment.
   */
  public static boolean isMethodOf(String verificationMethod, String issuer) {
    String before = issuer + "#";
    return verificationMethod.startsWith(before)
        && verificationMethod.length() > before.length()
        && verificationMethod.indexOf('#', before.length()) < 0;
  }

  /**
   * @throws FailureException of kind INVALID if the issuer is not allowed here
   */
  public String checked(String issuer) {
    return checked(issuer, "/issuer");
  }

  /**
   * @param pointer to the issuer in the request
   * @throws FailureException of kind INVALID if the issuer is not allowed here
   */
  public String checked(String issuer, String pointer) {
    boolean known = issuer.equals(ownDid) || allowed.contains(issuer) || allowed.contains(ANY);
    if (!known || !ISSUER.matcher(issuer).matches()) {
      throw FailureException.invalid(
          "credential.issuer.unknown",
          pointer,
          "issuer",
          "This deployment does not issue for this issuer: leave it out for " + ownDid + ".");
    }
    return issuer;
  }
}
