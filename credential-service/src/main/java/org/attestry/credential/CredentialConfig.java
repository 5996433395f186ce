package org.attestry.credential;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.credential.crypto.CertifiedKey;
import org.attestry.credential.crypto.MasterKey;
import org.attestry.credential.issuer.CertifiedIssuers;
import org.attestry.credential.issuer.Signers;
import org.attestry.credential.jose.AttestationJwts;
import org.attestry.credential.jose.X509Issuers;
import org.attestry.credential.key.HostedIssuers;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.key.KeyHolder;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.SignatureAlgorithm;
import org.attestry.credential.offer.OfferLimits;
import org.attestry.credential.presentation.ClientIdPrefix;
import org.attestry.credential.presentation.RedirectOrigins;
import org.attestry.credential.presentation.Verifiers;
import org.attestry.credential.rendering.Renderers;
import org.attestry.credential.suite.UndefinedTermsPolicy;
import org.attestry.credential.token.ClientAttestations;
import org.attestry.credential.vault.VaultConfig;
import org.attestry.runtime.config.Hardenable;
import org.attestry.runtime.config.Secret;
import org.attestry.runtime.config.Setting;
import org.attestry.runtime.config.SettingsException;
import org.attestry.runtime.egress.EgressConfig;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.kafka.KafkaConfig;
import org.attestry.runtime.postgres.PostgresConfig;

/** The settings of credential-service. */
public record CredentialConfig(
    PostgresConfig postgres,
    KafkaConfig kafka,
    @Setting(
            description =
                "is the public address of the gateway, such as https://registry.example.org.")
        URI publicUrl,
    @Setting(
            byDefault = "",
            description =
                "lists the former values of PUBLIC_URL, separated by commas, the oldest first: what"
                    + " was signed under them stays valid, and their hosts get the documents of"
                    + " their issuers.")
        List<String> publicUrlFormer,
    @Setting(
            description =
                "encrypts the signing keys: 32 random bytes in Base64. Losing it loses the keys.")
        Secret masterKey,
    @Setting(
            byDefault = "",
            description =
                "opens signing keys that an earlier MASTER_KEY sealed; each start seals them with"
                    + " MASTER_KEY.")
        Secret masterKeyPrevious,
    @Setting(
            byDefault = "generate",
            description =
                "decides on terms that no context defines: generate a context, or refuse them.")
        UndefinedTermsPolicy undefinedTerms,
    @Setting(
            byDefault = "RsaSignature2018",
            common = true,
            description =
                "is the suite of proofs where a template names none: RsaSignature2018,"
                    + " Ed25519Signature2020, eddsa-rdfc-2022, eddsa-jcs-2022 or ecdsa-rdfc-2019.")
        String proofSuite,
    @Setting(
            byDefault = "PT10M",
            description =
                "is how long after it was issued a credential is looked for in the registry; one"
                    + " that no entity has is revoked. Longer than any request takes.")
        Duration confirmedAfter,
    Issuer issuer,
    Keys keys,
    Pkcs11 pkcs11,
    VaultConfig vault,
    Context context,
    Signer signer,
    Verifier verifier,
    Presentation presentation,
    Certificate certificate,
    Wallet wallet,
    Trusted trusted,
    EgressConfig egress) {

  public CredentialConfig {
    if (confirmedAfter.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException("CONFIRMED_AFTER must be a second or more.");
    }
    publicUrlFormer = List.copyOf(publicUrlFormer);
    checkAddress("PUBLIC_URL", publicUrl);
    publicUrlFormer.forEach(former -> checkAddress("PUBLIC_URL_FORMER", URI.create(former)));
    checkMasterKey("MASTER_KEY", masterKey);
    if (!masterKeyPrevious.value().isEmpty()) {
      checkMasterKey("MASTER_KEY_PREVIOUS", masterKeyPrevious);
    }
    if (keys.heldBy() == KeyHolder.PKCS11 && !pkcs11.isSet()) {
      throw new IllegalArgumentException("KEYS_HELD_BY: pkcs11 needs PKCS11_LIBRARY.");
    }
    if (keys.heldBy() == KeyHolder.VAULT && !vault.isSet()) {
      throw new IllegalArgumentException("KEYS_HELD_BY: vault needs VAULT_ADDRESS.");
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

  public boolean hasPreviousMasterKey() {
    return !masterKeyPrevious.value().isEmpty();
  }

  /** Returns the master keys: MASTER_KEY seals, and the previous one opens what it sealed. */
  public MasterKey masterKeys() {
    MasterKey current = MasterKey.of(masterKey.value());
    return hasPreviousMasterKey() ? current.after(masterKeyPrevious.value()) : current;
  }

  /** The issuers of credentials. */
  public record Issuer(
      @Setting(
              byDefault = "",
              common = true,
              description = "is the default issuer; empty for PUBLIC_URL's did:web.")
          String did,
      @Setting(
              byDefault = "*",
              description = "lists further issuers that templates may name; * for any.")
          List<String> allowed,
      @Setting(byDefault = "100", description = "is how many issuers may get a key of their own.")
          int most) {

    public Issuer {
      if (most < 1) {
        throw new IllegalArgumentException("ISSUER_MOST must be 1 or more.");
      }
    }
  }

  /** The accepted issuers of other deployments. */
  public record Trusted(
      @Setting(
              byDefault = "",
              common = true,
              description =
                  "lists the DIDs (did:key, did:jwk, did:web) of issuers elsewhere whose"
                      + " credentials are accepted; EGRESS_ALLOWED must list the origin of a"
                      + " did:web.")
          List<String> issuers,
      @Setting(
              byDefault = "",
              description =
                  "are the certificates, in PEM, of authorities that certify issuers elsewhere: an"
                      + " SD-JWT whose key is named by x5c is accepted if its certificate is one of"
                      + " theirs and names its iss, as DNS name or as URI. Whether a certificate is"
                      + " revoked is not looked up.")
          String certificates) {

    public Trusted {
      for (String did : issuers) {
        if (!did.matches("did:(key|jwk|web):[^#\\s]+")) {
          throw new IllegalArgumentException(
              "TRUSTED_ISSUERS: '%s' must be a did:key, did:jwk or did:web.".formatted(did));
        }
      }
    }
  }

  /** The place where new keys are made. */
  public record Keys(
      @Setting(
              byDefault = "database",
              common = true,
              description =
                  "is where new keys are made: database (sealed with MASTER_KEY), pkcs11 or vault."
                      + " A key stays where it was made until it is rotated.")
          KeyHolder heldBy) {}

  /** A token that holds keys. */
  public record Pkcs11(
      @Setting(
              byDefault = "",
              description = "is the path of the token's PKCS #11 library; empty for no token.")
          String library,
      @Setting(byDefault = "-1", description = "is the token's slot; -1 for the first one.")
          long slot,
      @Setting(byDefault = "", description = "is the user's PIN of the token.") Secret pin,
      @Setting(byDefault = "4", description = "is how many calls the token gets at once.")
          int threads,
      @Setting(byDefault = "PT5S", description = "bounds one call of the token.")
          Duration timeout) {

    public Pkcs11 {
      if (threads < 1 || timeout.toMillis() < 1) {
        throw new IllegalArgumentException(
            "PKCS11_THREADS must be 1 or more, PKCS11_TIMEOUT a millisecond or more.");
      }
    }

    boolean isSet() {
      return !library.isEmpty();
    }
  }

  /** Signing: who may request it, and its threads. */
  public record Signer(
      @Setting(
              byDefault = "admin,signer",
              common = true,
              description =
                  "lists the roles that may use /utils/sign beside the admin; * for any token,"
                      + " which signs for issuers that an admin made and for no other.")
          List<String> roles,
      @Setting(
              byDefault = "PS256",
              description = "is the JWS algorithm of RsaSignature2018 proofs.")
          SignatureAlgorithm algorithm,
      @Setting(byDefault = "4", description = "is the number of threads that sign.") int threads,
      @Setting(byDefault = "256", description = "is how many signatures may wait for a thread.")
          int queue)
      implements Hardenable {

    public Signer {
      if (threads < 1 || queue < 1) {
        throw new IllegalArgumentException("SIGNER_THREADS and SIGNER_QUEUE must be 1 or more.");
      }
      if (algorithm.keyType() != KeyType.RSA) {
        throw new IllegalArgumentException("SIGNER_ALGORITHM must be PS256 or RS256.");
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

  /** Generated and uploaded contexts. */
  public record Context(
      @Setting(
              byDefault = "10000",
              description =
                  "is how many contexts are generated, and how many uploaded, at the most.")
          int most) {

    public Context {
      if (most < 1) {
        throw new IllegalArgumentException("CONTEXT_MOST must be 1 or more.");
      }
    }
  }

  /**
   * Threads that verify. They are separate from those that sign, because anybody may request
   * verification.
   */
  public record Verifier(
      @Setting(
              byDefault = "presentation-verifier",
              common = true,
              description =
                  "lists the roles that may request presentations from wallets beside the admin; *"
                      + " for any token.")
          List<String> roles,
      @Setting(byDefault = "4", description = "is the number of threads that verify.") int threads,
      @Setting(byDefault = "128", description = "is how many verifications may wait for a thread.")
          int queue)
      implements Hardenable {

    public Verifier {
      if (threads < 1 || queue < 1) {
        throw new IllegalArgumentException(
            "VERIFIER_THREADS and VERIFIER_QUEUE must be 1 or more.");
      }
    }

    @Override
    public List<OpenSetting> open() {
      return roles.contains(Verifiers.ANYBODY)
          ? List.of(new OpenSetting("VERIFIER_ROLES", "lets any token request presentations"))
          : List.of();
    }
  }

  /** Requests for presentations. */
  public record Presentation(
      @Setting(
              byDefault = "decentralized_identifier",
              description =
                  "is how wallets identify this verifier where a request does not say:"
                      + " decentralized_identifier (by the default issuer's DID), x509_san_dns or"
                      + " x509_hash (by PRESENTATION_CERTIFICATE), or redirect_uri (requests are"
                      + " not signed).")
          String clientIdPrefix,
      @Setting(
              byDefault = "",
              description =
                  "is a certificate for the host of PUBLIC_URL, and those of its authorities, in"
                      + " PEM; empty for none.")
          String certificate,
      @Setting(
              byDefault = "",
              description =
                  "is the private key of PRESENTATION_CERTIFICATE in PEM: P-256, Ed25519 or RSA"
                      + " with 2048 bits.")
          Secret certificateKey,
      @Setting(
              byDefault = "",
              description =
                  "lists the origins, such as https://verifier.example, of pages on which users of"
                      + " wallets may go on after the response (redirectUri of a request).")
          List<String> redirectOrigins,
      @Setting(
              byDefault = "PT10M",
              description =
                  "is how long a request can be answered, and how long the answer is kept.")
          Duration kept,
      @Setting(
              byDefault = "100",
              description = "is how many requests and answers of one caller are kept at once.")
          int most) {

    public Presentation {
      redirectOrigins = new RedirectOrigins(redirectOrigins).origins();
      if (ClientIdPrefix.of(clientIdPrefix).isEmpty()) {
        throw new IllegalArgumentException(
            "PRESENTATION_CLIENT_ID_PREFIX must be decentralized_identifier, x509_san_dns,"
                + " x509_hash or redirect_uri.");
      }
      if (certificate.isEmpty() != certificateKey.value().isEmpty()) {
        throw new IllegalArgumentException(
            "PRESENTATION_CERTIFICATE and PRESENTATION_CERTIFICATE_KEY belong together: set both.");
      }
      if (certificate.isEmpty() && prefix(clientIdPrefix).isByCertificate()) {
        throw new IllegalArgumentException(
            "PRESENTATION_CLIENT_ID_PREFIX: %s needs PRESENTATION_CERTIFICATE."
                .formatted(clientIdPrefix));
      }
      if (kept.compareTo(Duration.ofSeconds(1)) < 0 || most < 1) {
        throw new IllegalArgumentException(
            "PRESENTATION_KEPT must be a second or more, PRESENTATION_MOST 1 or more.");
      }
    }

    private static ClientIdPrefix prefix(String text) {
      return ClientIdPrefix.of(text).orElseThrow();
    }

    public RedirectOrigins redirects() {
      return new RedirectOrigins(redirectOrigins);
    }

    public ClientIdPrefix prefix() {
      return prefix(clientIdPrefix);
    }
  }

  /** Certificates as HTML, SVG and PDF. */
  public record Certificate(
      @Setting(
              byDefault = "link",
              description =
                  "is what QR codes hold: link, the address of the verification page, or"
                      + " credential, the credential itself where it fits.")
          String qr,
      @Setting(
              byDefault = "2",
              description =
                  "is how many certificates are rendered at once; a process of its own makes each"
                      + " PDF, and a further one is ready.")
          int threads,
      @Setting(byDefault = "256", description = "is how many certificates may wait for a thread.")
          int queue,
      @Setting(
              byDefault = "PT2S",
              description =
                  "is the processor time that one PDF may take; its process is killed then, and the"
                      + " certificate is refused.")
          Duration time,
      @Setting(
              byDefault = "67108864",
              description =
                  "is the heap of each process that makes PDFs, in bytes; it takes up to 90 MB of"
                      + " memory beyond it.")
          long heapBytes,
      @Setting(
              byDefault = "1000",
              description = "is how many versions of certificate templates may be uploaded in all.")
          int templates,
      @Setting(
              byDefault = "",
              description =
                  "is a folder of font files for the scripts that the bundled fonts do not have,"
                      + " such as Chinese, Japanese and Korean; empty for none.")
          String fonts) {

    private static final long LEAST_HEAP = 32 << 20;

    /**
     * The wall time of a PDF is this many times its processor time, so that a PDF with a quarter of
     * a processor is still made.
     */
    private static final int TIMES_AS_LONG = 4;

    public Certificate {
      if (templates < 1) {
        throw new IllegalArgumentException("CERTIFICATE_TEMPLATES must be 1 or more.");
      }
      if (!qr.equals("link") && !qr.equals("credential")) {
        throw new IllegalArgumentException("CERTIFICATE_QR must be link or credential.");
      }
      if (threads < 1 || queue < 1) {
        throw new IllegalArgumentException(
            "CERTIFICATE_THREADS and CERTIFICATE_QUEUE must be 1 or more.");
      }
      if (time.toMillis() < 100) {
        throw new IllegalArgumentException("CERTIFICATE_TIME must be PT0.1S or more.");
      }
      if (heapBytes < LEAST_HEAP) {
        throw new IllegalArgumentException(
            "CERTIFICATE_HEAP_BYTES must be %d or more.".formatted(LEAST_HEAP));
      }
    }

    public Renderers.Limits limits() {
      return new Renderers.Limits(
          heapBytes,
          time,
          time.multipliedBy(TIMES_AS_LONG),
          fonts.isEmpty() ? null : Path.of(fonts));
    }

    public boolean credentialInCode() {
      return qr.equals("credential");
    }
  }

  /** Offers of credentials to wallets. */
  public record Wallet(
      @Setting(byDefault = "PT10M", description = "is how long an offer to a wallet is open.")
          Duration offerLife,
      @Setting(
              byDefault = "PT5M",
              description =
                  "is how long a wallet's access token is accepted, which the code of an offer is"
                      + " redeemed for.")
          Duration tokenLife,
      @Setting(
              byDefault = "P90D",
              description =
                  "is how long after it accepted an offer a wallet can renew what it received, if"
                      + " the owner of the record allowed that in the offer.")
          Duration refreshLife,
      @Setting(
              byDefault = "10",
              description = "is how many offers of one record may be open at once.")
          int offersOfRecord,
      @Setting(
              byDefault = "1000",
              description = "is how many offers that one caller made may be open at once.")
          int offersOfCaller,
      @Setting(
              byDefault = "{}",
              description =
                  "lists wallets that authenticate themselves by private_key_jwt, as a JSON object"
                      + " of client id to JWK Set; other wallets send no client_assertion.")
          String clients,
      @Setting(
              byDefault = "{}",
              description =
                  "lists providers of wallets whose attestations authenticate wallets"
                      + " (attest_jwt_client_auth), as a JSON object of the attestations' iss to"
                      + " JWK Set.")
          String attesters,
      @Setting(
              byDefault = "",
              description =
                  "are the certificates, in PEM, of authorities that certify further providers of"
                      + " wallets: the certificate in an attestation's x5c names its iss, as DNS"
                      + " name or as URI. Whether a certificate is revoked is not looked up.")
          String attesterCertificates,
      @Setting(
              byDefault = "",
              description =
                  "is the issuer address of the identity provider with whose access tokens wallets"
                      + " get the credentials of their user; empty for none.")
          String authorizationServer,
      @Setting(
              byDefault = "credentials",
              description = "is the scope that such an access token must have.")
          String scope) {

    private static final Duration LONGEST_LIFE = Duration.ofDays(7);
    private static final Duration LONGEST_REFRESH = Duration.ofDays(3_650);

    public Wallet {
      if (!isLife(offerLife, LONGEST_LIFE) || !isLife(tokenLife, LONGEST_LIFE)) {
        throw new IllegalArgumentException(
            "WALLET_OFFER_LIFE and WALLET_TOKEN_LIFE must be PT1S to P7D.");
      }
      if (!isLife(refreshLife, LONGEST_REFRESH)) {
        throw new IllegalArgumentException("WALLET_REFRESH_LIFE must be PT1S to P3650D.");
      }
      if (offersOfRecord < 1 || offersOfCaller < 1) {
        throw new IllegalArgumentException(
            "WALLET_OFFERS_OF_RECORD and WALLET_OFFERS_OF_CALLER must be 1 or more.");
      }
      if (!areKeySets(clients) || !areKeySets(attesters)) {
        throw new IllegalArgumentException(
            "WALLET_CLIENTS and WALLET_ATTESTERS must be JSON objects of client id, or iss, to JWK"
                + " Set ({\"keys\": […]}).");
      }
    }

    /** Returns the JWK Set of each client, by the client's id. */
    public Map<String, JsonNode> clientKeys() {
      return keySets(clients);
    }

    private static Map<String, JsonNode> keySets(String text) {
      Map<String, JsonNode> keys = new HashMap<>();
      Json.parse(JsonBytes.of(text))
          .properties()
          .forEach(client -> keys.put(client.getKey(), client.getValue()));
      return keys;
    }

    private static boolean areKeySets(String text) {
      try {
        JsonNode sets = Json.parse(JsonBytes.of(text));
        boolean all = sets.isObject();
        for (JsonNode set : sets) {
          all &= set.path("keys").isArray();
        }
        return all;
      } catch (FailureException e) {
        return false;
      }
    }

    private static boolean isLife(Duration life, Duration longest) {
      return life.toSeconds() >= 1 && life.compareTo(longest) <= 0;
    }

    public OfferLimits limits() {
      return new OfferLimits(offerLife, offersOfRecord, offersOfCaller);
    }
  }

  /**
   * Returns the key and certificate that sign requests for presentations; null if none is
   * configured.
   *
   * @throws IllegalArgumentException if the certificate or its key cannot be used
   */
  CertifiedKey certifiedKey() {
    if (presentation.certificate().isEmpty()) {
      return null;
    }
    CertifiedKey key =
        CertifiedKey.read(presentation.certificate(), presentation.certificateKey().value());
    if (!key.names().contains(publicUrl.getHost())) {
      throw new IllegalArgumentException(
          "The first certificate must be for the host of PUBLIC_URL, as a DNS name among its"
              + " subject alternative names.");
    }
    return key;
  }

  /**
   * Issuers elsewhere whose keys are certified.
   *
   * @throws SettingsException if the certificates cannot be read
   */
  public CertifiedIssuers certifiedIssuers(Clock clock) {
    try {
      return new X509Issuers(trusted.certificates(), clock);
    } catch (IllegalArgumentException e) {
      throw new SettingsException(List.of("TRUSTED_CERTIFICATES: " + e.getMessage()));
    }
  }

  /**
   * The accepted attestations of wallets.
   *
   * @throws SettingsException if the certificates of authorities cannot be read
   */
  public ClientAttestations clientAttestations(Clock clock) {
    try {
      return new AttestationJwts(
          Wallet.keySets(wallet.attesters()),
          new X509Issuers(wallet.attesterCertificates(), clock));
    } catch (IllegalArgumentException e) {
      throw new SettingsException(List.of("WALLET_ATTESTER_CERTIFICATES: " + e.getMessage()));
    }
  }

  private static void checkAddress(String setting, URI address) {
    if (address.getHost() == null || !String.valueOf(address.getScheme()).startsWith("http")) {
      throw new IllegalArgumentException(
          setting + ": it must be an http or https address with a host.");
    }
  }

  /** The public address without trailing slash. */
  public String publicBase() {
    return withoutSlash(publicUrl.toString());
  }

  /** The former public addresses without trailing slash, the oldest first. */
  public List<String> formerPublicBases() {
    return publicUrlFormer.stream().map(CredentialConfig::withoutSlash).toList();
  }

  private static String withoutSlash(String address) {
    return address.replaceAll("/+$", "");
  }

  /**
   * The issuers whose documents are at each host. At a former one that is the issuer of that
   * address, unless the settings name one issuer for all.
   */
  public HostedIssuers hostedIssuers() {
    Map<String, Issuers> former = new HashMap<>();
    if (issuer.did().isEmpty()) {
      for (String address : publicUrlFormer) {
        URI url = URI.create(address);
        former.put(
            HostedIssuers.host(url),
            new Issuers(Issuers.didWeb(url), issuer.allowed(), issuer.most()));
      }
    }
    former.remove(HostedIssuers.host(publicUrl));
    return new HostedIssuers(issuers(), former);
  }

  public Issuers issuers() {
    String did = issuer.did().isEmpty() ? Issuers.didWeb(publicUrl) : issuer.did();
    return new Issuers(did, issuer.allowed(), issuer.most());
  }
}
