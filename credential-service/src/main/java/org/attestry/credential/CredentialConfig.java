package org.attestry.credential;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.attestry.credential.domain.Issuers;
import org.attestry.credential.domain.Signers;
import org.attestry.credential.signing.MasterKey;
import org.attestry.credential.signing.RsaAlgorithm;
import org.attestry.credential.signing.UndefinedTermsPolicy;
import org.attestry.runtime.config.Hardenable;
import org.attestry.runtime.config.Secret;
import org.attestry.runtime.config.Setting;
import org.attestry.runtime.egress.EgressConfig;
import org.attestry.runtime.facts.KafkaConfig;
import org.attestry.runtime.postgres.PostgresConfig;

/** The settings of credential-service. */
public record CredentialConfig(
    PostgresConfig postgres,
    KafkaConfig kafka,
    @Setting(says = "is the public address of the gateway, such as https://registry.example.org.")
        URI publicUrl,
    @Setting(says = "seals the signing keys: 32 random bytes in Base64. Losing it loses the keys.")
        Secret masterKey,
    @Setting(
            byDefault = "",
            says =
                "opens signing keys that an earlier MASTER_KEY sealed; each start seals them with"
                    + " MASTER_KEY.")
        Secret masterKeyPrevious,
    @Setting(
            byDefault = "generate",
            says = "decides on terms that no context defines: generate a context, or refuse them.")
        UndefinedTermsPolicy undefinedTerms,
    @Setting(
            byDefault = "PT10M",
            says =
                "is how long after it was issued a credential is looked for in the registry; one"
                    + " that no entity has is revoked. Longer than any request takes.")
        Duration confirmedAfter,
    Issuer issuer,
    Context context,
    Signer signer,
    Verifier verifier,
    Certificate certificate,
    Trusted trusted,
    EgressConfig egress) {

  public CredentialConfig {
    if (confirmedAfter.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException("CONFIRMED_AFTER must be a second or more.");
    }
    if (publicUrl.getHost() == null || !String.valueOf(publicUrl.getScheme()).startsWith("http")) {
      throw new IllegalArgumentException(
          "PUBLIC_URL: it must be an http or https address with a host.");
    }
    checkMasterKey("MASTER_KEY", masterKey);
    if (!masterKeyPrevious.value().isEmpty()) {
      checkMasterKey("MASTER_KEY_PREVIOUS", masterKeyPrevious);
    }
  }

  private static void checkMasterKey(String name, Secret value) {
    try {
      MasterKey.of(value.value());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          name + ": it must be 32 random bytes in Base64 (openssl rand -base64 32).", e);
    }
  }

  boolean hasPreviousMasterKey() {
    return !masterKeyPrevious.value().isEmpty();
  }

  /** Seals with MASTER_KEY, and opens what that or the previous one sealed. */
  MasterKey masterKeys() {
    MasterKey current = MasterKey.of(masterKey.value());
    return hasPreviousMasterKey() ? current.after(masterKeyPrevious.value()) : current;
  }

  /** Who credentials are issued by. */
  public record Issuer(
      @Setting(byDefault = "", says = "is the default issuer; empty for PUBLIC_URL's did:web.")
          String did,
      @Setting(byDefault = "*", says = "lists further issuers that templates may name; * for any.")
          List<String> allowed,
      @Setting(byDefault = "100", says = "is how many issuers may get a key of their own.")
          int most) {

    public Issuer {
      if (most < 1) {
        throw new IllegalArgumentException("ISSUER_MOST must be 1 or more.");
      }
    }
  }

  /** Issuers elsewhere. */
  public record Trusted(
      @Setting(
              byDefault = "",
              says =
                  "lists the DIDs (did:key, did:web) of issuers elsewhere whose credentials are"
                      + " accepted; EGRESS_ALLOWED must list the origin of a did:web.")
          List<String> issuers) {

    public Trusted {
      for (String did : issuers) {
        if (!did.matches("did:(key|web):[^#\\s]+")) {
          throw new IllegalArgumentException(
              "TRUSTED_ISSUERS: '%s' must be a did:key or did:web.".formatted(did));
        }
      }
    }
  }

  /** Who may sign, and how. */
  public record Signer(
      @Setting(
              byDefault = "admin,signer",
              says =
                  "lists the roles that may use /utils/sign beside the admin; * for any token,"
                      + " which signs for issuers that an admin made and for no other.")
          List<String> roles,
      @Setting(byDefault = "PS256", says = "is the JWS algorithm of RsaSignature2018 proofs.")
          RsaAlgorithm algorithm,
      @Setting(byDefault = "2", says = "is the number of threads that sign.") int threads,
      @Setting(byDefault = "256", says = "is how many signatures may wait for a thread.") int queue)
      implements Hardenable {

    public Signer {
      if (threads < 1 || queue < 1) {
        throw new IllegalArgumentException("SIGNER_THREADS and SIGNER_QUEUE must be 1 or more.");
      }
    }

    @Override
    public List<OpenSetting> open() {
      return roles.contains(Signers.ANYBODY)
          ? List.of(
              new OpenSetting("SIGNER_ROLES", "lets any token sign for issuers that an admin made"))
          : List.of();
    }
  }

  /** Contexts that are generated for terms that no context defines, and those that are uploaded. */
  public record Context(
      @Setting(
              byDefault = "10000",
              says = "is how many contexts are generated, and how many uploaded, at the most.")
          int most) {

    public Context {
      if (most < 1) {
        throw new IllegalArgumentException("CONTEXT_MOST must be 1 or more.");
      }
    }
  }

  /** Threads that verify: apart from those that sign, because anybody may request verification. */
  public record Verifier(
      @Setting(byDefault = "2", says = "is the number of threads that verify.") int threads,
      @Setting(byDefault = "64", says = "is how many verifications may wait for a thread.")
          int queue) {

    public Verifier {
      if (threads < 1 || queue < 1) {
        throw new IllegalArgumentException(
            "VERIFIER_THREADS and VERIFIER_QUEUE must be 1 or more.");
      }
    }
  }

  /** Certificates as HTML, SVG and PDF. */
  public record Certificate(
      @Setting(
              byDefault = "link",
              says =
                  "is what QR codes hold: link, the address of the verification page, or"
                      + " credential, the credential itself where it fits.")
          String qr,
      @Setting(byDefault = "2", says = "is the number of threads that render.") int threads,
      @Setting(byDefault = "64", says = "is how many certificates may wait for a thread.")
          int queue) {

    public Certificate {
      if (!qr.equals("link") && !qr.equals("credential")) {
        throw new IllegalArgumentException("CERTIFICATE_QR must be link or credential.");
      }
      if (threads < 1 || queue < 1) {
        throw new IllegalArgumentException(
            "CERTIFICATE_THREADS and CERTIFICATE_QUEUE must be 1 or more.");
      }
    }

    boolean credentialInCode() {
      return qr.equals("credential");
    }
  }

  /** The public address without trailing slash. */
  String publicBase() {
    return publicUrl.toString().replaceAll("/+$", "");
  }

  Issuers issuers() {
    String did = issuer.did().isEmpty() ? Issuers.didWeb(publicUrl) : issuer.did();
    return new Issuers(did, issuer.allowed(), issuer.most());
  }
}
