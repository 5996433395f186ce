package org.attestry.credential.crypto;

import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.misc.MiscObjectIdentifiers;
import org.bouncycastle.asn1.misc.ScryptParams;
import org.bouncycastle.asn1.pkcs.ContentInfo;
import org.bouncycastle.asn1.pkcs.KeyDerivationFunc;
import org.bouncycastle.asn1.pkcs.PBES2Parameters;
import org.bouncycastle.asn1.pkcs.PBKDF2Params;
import org.bouncycastle.asn1.pkcs.PBMAC1Params;
import org.bouncycastle.asn1.pkcs.PKCS12PBEParams;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.InputDecryptorProvider;
import org.bouncycastle.operator.bc.BcDefaultDigestProvider;
import org.bouncycastle.pkcs.PKCS12MacCalculatorBuilder;
import org.bouncycastle.pkcs.PKCS12PfxPdu;
import org.bouncycastle.pkcs.PKCS12SafeBag;
import org.bouncycastle.pkcs.PKCS12SafeBagFactory;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.bc.BcPKCS12MacCalculatorBuilderProvider;
import org.bouncycastle.pkcs.bc.BcPKCS12PBMac1CalculatorBuilderProvider;
import org.bouncycastle.pkcs.jcajce.JcePKCSPBEInputDecryptorProviderBuilder;

/**
 * A key store in the form of PKCS #12 (RFC 7292). Its sender chooses the cost of deriving keys from
 * the password, so the work of all layers is counted before each derivation.
 */
final class Pkcs12 {

  /**
   * Iterations for a file: about a second of one thread. Common software writes 2,048 to 600,000.
   */
  private static final int MOST_ITERATIONS = 1_000_000;

  /** The product of the cost parameters of scrypt; each unit takes at most 128 bytes of memory. */
  private static final int MOST_SCRYPT = 1 << 18;

  private static final int MOST_KEY_BYTES = 64;

  private static final String TOO_LONG =
      "The key store takes more than %,d iterations in all, or scrypt beyond N · r · p = %,d: write"
          + " it again with fewer.";

  private final char[] password;
  private final InputDecryptorProvider decryptor;
  private BigInteger iterations = BigInteger.ZERO;

  private final List<Object> keys = new ArrayList<>();
  private final List<X509CertificateHolder> certificates = new ArrayList<>();

  private Pkcs12(char[] password) {
    this.password = password;
    InputDecryptorProvider unbounded =
        new JcePKCSPBEInputDecryptorProviderBuilder()
            .setProvider(new BouncyCastleProvider())
            .build(password);
    this.decryptor =
        algorithm -> {
          count(algorithm);
          return unbounded.get(algorithm);
        };
  }

  /** The content of a file: a private key, or a certificate's public key. */
  record Entry(PrivateKeyInfo privateKey, SubjectPublicKeyInfo publicKey) {}

  /**
   * @return one of both is null
   * @throws IOException if the file is not a key store with that password
   * @throws IllegalArgumentException with advice if there is not exactly one entry, or if a
   *     derivation takes too long
   */
  static Entry read(String base64, char[] password) throws IOException {
    Pkcs12 store = new Pkcs12(password);
    try {
      store.open(new PKCS12PfxPdu(Base64.getMimeDecoder().decode(base64)));
      return store.entry();
    } catch (PKCSException | RuntimeException e) {
      if (e instanceof Refused || e.getCause() instanceof Refused) {
        throw e instanceof Refused refused ? refused : (Refused) e.getCause();
      }
      // The library throws undeclared exceptions.
      throw new IOException(e);
    }
  }

  private void open(PKCS12PfxPdu file) throws PKCSException, IOException {
    if (file.hasMac() && !file.isMacValid(this::mac, password)) {
      throw new IOException("another password");
    }
    for (ContentInfo content : file.getContentInfos()) {
      boolean sealed = content.getContentType().equals(PKCSObjectIdentifiers.encryptedData);
      PKCS12SafeBagFactory bags =
          sealed ? new PKCS12SafeBagFactory(content, decryptor) : new PKCS12SafeBagFactory(content);
      for (PKCS12SafeBag bag : bags.getSafeBags()) {
        switch (bag.getBagValue()) {
          case PrivateKeyInfo key -> keys.add(key);
          case PKCS8EncryptedPrivateKeyInfo key -> keys.add(key);
          case X509CertificateHolder certificate -> certificates.add(certificate);
          default -> {
            // Revocation lists and secrets are not keys.
          }
        }
      }
    }
  }

  /** Returns the one key. A key comes with the certificates of its chain. */
  private Entry entry() throws PKCSException {
    if (keys.size() > 1 || keys.isEmpty() && certificates.size() != 1) {
      throw new Refused("Send a key store with one entry.");
    }
    if (keys.isEmpty()) {
      return new Entry(null, certificates.getFirst().getSubjectPublicKeyInfo());
    }
    return keys.getFirst() instanceof PKCS8EncryptedPrivateKeyInfo sealed
        ? new Entry(sealed.decryptPrivateKeyInfo(decryptor), null)
        : new Entry((PrivateKeyInfo) keys.getFirst(), null);
  }

  private PKCS12MacCalculatorBuilder mac(AlgorithmIdentifier algorithm) {
    count(algorithm);
    return algorithm.getAlgorithm().equals(PKCSObjectIdentifiers.id_PBMAC1)
        ? new BcPKCS12PBMac1CalculatorBuilderProvider().get(algorithm)
        : new BcPKCS12MacCalculatorBuilderProvider(BcDefaultDigestProvider.INSTANCE).get(algorithm);
  }

  private void count(AlgorithmIdentifier algorithm) {
    iterations = iterations.add(work(algorithm));
    if (iterations.compareTo(BigInteger.valueOf(MOST_ITERATIONS)) > 0) {
      throw tooLong();
    }
  }

  /** The number of iterations of a derivation. */
  static BigInteger work(AlgorithmIdentifier derivation) {
    ASN1ObjectIdentifier algorithm = derivation.getAlgorithm();
    ASN1Encodable parameters = derivation.getParameters();
    if (algorithm.equals(PKCSObjectIdentifiers.id_PBES2)) {
      return work(algorithm(PBES2Parameters.getInstance(parameters).getKeyDerivationFunc()));
    }
    if (algorithm.equals(PKCSObjectIdentifiers.id_PBMAC1)) {
      return work(PBMAC1Params.getInstance(parameters).getKeyDerivationFunc());
    }
    if (algorithm.equals(PKCSObjectIdentifiers.id_PBKDF2)) {
      return pbkdf2(PBKDF2Params.getInstance(parameters));
    }
    if (algorithm.equals(MiscObjectIdentifiers.id_scrypt)) {
      return scrypt(ScryptParams.getInstance(parameters));
    }
    return PKCS12PBEParams.getInstance(parameters).getIterations();
  }

  private static AlgorithmIdentifier algorithm(KeyDerivationFunc function) {
    return new AlgorithmIdentifier(function.getAlgorithm(), function.getParameters());
  }

  /** Returns the iterations; each block of a longer key repeats all of them. */
  private static BigInteger pbkdf2(PBKDF2Params parameters) {
    BigInteger bytes = parameters.getKeyLength();
    if (bytes != null && bytes.compareTo(BigInteger.valueOf(MOST_KEY_BYTES)) > 0) {
      throw tooLong();
    }
    return parameters.getIterationCount();
  }

  private static BigInteger scrypt(ScryptParams parameters) {
    BigInteger work =
        parameters
            .getCostParameter()
            .multiply(parameters.getBlockSize())
            .multiply(parameters.getParallelizationParameter());
    if (work.compareTo(BigInteger.valueOf(MOST_SCRYPT)) > 0) {
      throw tooLong();
    }
    return work;
  }

  private static Refused tooLong() {
    return new Refused(TOO_LONG.formatted(MOST_ITERATIONS, MOST_SCRYPT));
  }

  /** A refusal with our advice, unlike the exceptions of the library. */
  private static final class Refused extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    Refused(String advice) {
      super(advice);
    }
  }
}
