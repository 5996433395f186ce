package org.attestry.credential.crypto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.interfaces.RSAPrivateCrtKey;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Set;
import org.attestry.contracts.credential.IssuerOperations.ImportKeyRequest;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.key.SignatureAlgorithm;
import org.attestry.credential.key.StoredKey;
import org.attestry.runtime.json.Json;
import org.bouncycastle.asn1.misc.MiscObjectIdentifiers;
import org.bouncycastle.asn1.misc.ScryptParams;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.pkcs.RSAPrivateKey;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.cms.CMSAlgorithm;
import org.bouncycastle.crypto.util.PBKDF2Config;
import org.bouncycastle.crypto.util.PBKDFConfig;
import org.bouncycastle.crypto.util.ScryptConfig;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.pkcs.PKCS12PfxPduBuilder;
import org.bouncycastle.pkcs.PKCS12SafeBagBuilder;
import org.bouncycastle.pkcs.jcajce.JcePKCS12MacCalculatorBuilder;
import org.bouncycastle.pkcs.jcajce.JcePKCSPBEOutputEncryptorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A private key is checked whole when it is imported, and reading it takes bounded time. */
class KeyImportTest {

  private static final String ISSUER = "did:web:issuer.example";
  private static final String METHOD = ISSUER + "#key-1";
  private static final char[] PASSWORD = "password".toCharArray();
  private static final RSAPrivateCrtKey RSA = (RSAPrivateCrtKey) TestKeys.rsa().getPrivate();

  /** Numbers of iterations of three bytes in DER. */
  private static final int MARKED = 0x011171;

  private static final int MILLIONS = 5_000_000;

  private static final BouncyCastleProvider PROVIDER = new BouncyCastleProvider();

  private final SealedKeys keys =
      new SealedKeys(
          MasterKey.of("MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="),
          Clock.fixed(Instant.parse("2026-01-02T03:04:05.678Z"), ZoneOffset.UTC));

  @ParameterizedTest
  @CsvSource({
    "p, 0, must be the product of p and q",
    "q, 2, must be the product of p and q",
    "n, 2, must be the product of p and q",
    "d, 2, d must be the inverse of e",
    "dp, 2, d must be the inverse of e",
    "dq, 2, d must be the inverse of e",
    "qi, 1, d must be the inverse of e"
  })
  void anRsaKeyWithANumberThatDoesNotFitIsRefusedInEveryForm(String member, int more, String advice)
      throws Exception {
    ObjectNode jwk = jwk();
    BigInteger number =
        more == 0 ? BigInteger.ONE : number(jwk, member).add(BigInteger.valueOf(more));
    jwk.put(member, encoded(number));

    assertTrue(refusal(ofJwk(jwk)).contains(advice));
    assertTrue(refusal(ofPem("PRIVATE KEY", pkcs8(jwk).getEncoded())).contains(advice));
    assertTrue(refusal(ofPem("RSA PRIVATE KEY", pkcs1(jwk).getEncoded())).contains(advice));
    assertTrue(refusal(store(pkcs8(jwk), pbkdf2(10), 10)).contains(advice));
  }

  @Test
  void aPrivateJwkIsRefusedWhereAPublicOneIsExpected() {
    ObjectNode open = jwk();
    open.retain("kty", "n", "e");

    assertTrue(refusal(ofPublicJwk(jwk())).contains("a private one"));
    assertNull(ImportedKeys.read(ofPublicJwk(open)).getPrivate());
  }

  private static ImportKeyRequest ofPublicJwk(ObjectNode jwk) {
    return new ImportKeyRequest(
        ISSUER, METHOD, null, null, null, null, null, null, Json.write(jwk));
  }

  @Test
  void anRsaKeyWithOneAndItsModulusAsFactorsIsRefused() {
    ObjectNode jwk = jwk().put("p", encoded(BigInteger.ONE)).put("q", encoded(RSA.getModulus()));

    assertTrue(refusal(ofJwk(jwk)).contains("n must be the product of p and q"));
  }

  /** The exponents belong to its primes, so that only the factors are wrong. */
  @Test
  void anRsaKeyWithFactorsThatAreNoPrimesIsRefused() {
    BigInteger e = RSA.getPublicExponent();
    BigInteger q = RSA.getPrimeQ();
    BigInteger p = RSA.getPrimeP();
    do {
      p = p.subtract(BigInteger.TWO);
    } while (p.isProbablePrime(32)
        || !p.gcd(q).equals(BigInteger.ONE)
        || !p.subtract(BigInteger.ONE).gcd(e).equals(BigInteger.ONE));
    BigInteger order = p.subtract(BigInteger.ONE).multiply(q.subtract(BigInteger.ONE));
    BigInteger d = e.modInverse(order);
    ObjectNode jwk =
        jwk()
            .put("n", encoded(p.multiply(q)))
            .put("d", encoded(d))
            .put("p", encoded(p))
            .put("dp", encoded(d.mod(p.subtract(BigInteger.ONE))))
            .put("dq", encoded(d.mod(q.subtract(BigInteger.ONE))))
            .put("qi", encoded(q.modInverse(p)));

    assertTrue(refusal(ofJwk(jwk)).contains("must be primes"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"p", "q", "dp", "dq", "qi"})
  void anRsaKeyWithoutItsFactorsIsRefusedInWords(String missing) {
    ObjectNode jwk = jwk();
    jwk.remove(missing);
    ObjectNode alone = jwk();
    alone.retain("kty", "n", "e", "d");

    assertTrue(refusal(ofJwk(jwk)).contains("with all of n, e, d, p, q, dp, dq and qi"));
    assertTrue(refusal(ofJwk(alone)).contains("with all of n, e, d, p, q, dp, dq and qi"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2_048, 40_000})
  void anRsaKeyWithAPrivateExponentOfAnotherSizeIsRefused(int bits) {
    BigInteger more = RSA.getPrimeP().subtract(BigInteger.ONE);
    BigInteger order = more.multiply(RSA.getPrimeQ().subtract(BigInteger.ONE));
    BigInteger d = RSA.getPrivateExponent().add(order.shiftLeft(bits));

    assertTrue(refusal(ofJwk(jwk().put("d", encoded(d)))).contains("d must be the inverse of e"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 31, 33, 2_000})
  void privateKeysOfCurvesWithAnotherNumberOfBytesAreRefused(int length) {
    byte[] zeros = new byte[length];
    KeyPair curve = TestKeys.of(KeyType.P256);
    ObjectNode ec = PublicKeyForms.of(curve.getPublic()).jwk().put("d", encoded(zeros));
    ObjectNode okp =
        PublicKeyForms.of(Ed25519.generate().publicKey()).jwk().put("d", encoded(zeros));

    assertTrue(refusal(ofJwk(ec)).contains("from 1 to below the order"));
    assertTrue(refusal(ofJwk(okp)).contains("32 bytes"));
  }

  @Test
  void keysThatFitSignInEveryForm() throws Exception {
    for (ImportKeyRequest request :
        new ImportKeyRequest[] {
          ofJwk(jwk()),
          ofPem("PRIVATE KEY", pkcs8(jwk()).getEncoded()),
          ofPem("RSA PRIVATE KEY", pkcs1(jwk()).getEncoded()),
          store(pkcs8(jwk()), pbkdf2(10_000), 2_048),
          store(pkcs8(jwk()), new ScryptConfig.Builder(16_384, 8, 1).build(), 2_048)
        }) {
      StoredKey key = keys.imported(request, Set.of());
      assertEquals(KeyState.ACTIVE, key.state());
      for (SignatureAlgorithm algorithm :
          new SignatureAlgorithm[] {SignatureAlgorithm.PS256, SignatureAlgorithm.RS256}) {
        byte[] signature = Signatures.sign(algorithm, keys.open(key), new byte[] {7});
        assertTrue(keys.verifies(key, algorithm, new byte[] {7}, signature));
      }
    }
  }

  /** Both places of a file: 5,000,000 in it take as many bytes as the usual number. */
  @Test
  void aKeyStoreWithMillionsOfIterationsIsRefusedBeforeTheyAreMade() throws Exception {
    String advice = "more than 1,000,000 iterations";
    ImportKeyRequest mac = store(pkcs8(jwk()), pbkdf2(10), MARKED);
    assertTrue(refusal(patched(mac, MILLIONS)).contains(advice));
    ImportKeyRequest sealed = storeWithoutMac(pkcs8(jwk()), pbkdf2(MARKED));
    assertTrue(refusal(patched(sealed, MILLIONS)).contains(advice));
  }

  @ParameterizedTest
  @CsvSource({"32768, 8, 2", "2, 131072, 2", "16, 8, 4096"})
  void aDerivationByScryptThatTakesLongIsRefused(int n, int r, int p) {
    AlgorithmIdentifier function =
        new AlgorithmIdentifier(
            MiscObjectIdentifiers.id_scrypt, new ScryptParams(new byte[16], n, r, p));

    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> Pkcs12.work(function))
            .getMessage()
            .contains("or scrypt beyond"));
  }

  @Test
  void aKeyStoreOfRandomBytesOrAnotherPasswordIsRefusedInWords() throws Exception {
    ImportKeyRequest store = store(pkcs8(jwk()), pbkdf2(10), 10);
    byte[] file = bytes(store);
    for (int i = 0; i < file.length; i += 41) {
      byte[] broken = file.clone();
      broken[i] ^= (byte) 0x81;
      refusal(ofStore(broken, "password"));
    }
    assertTrue(refusal(ofStore(file, "another")).contains("cannot be read"));
    assertTrue(refusal(ofStore(file, null)).contains("cannot be read"));
  }

  @Test
  void nestedOrTornPrivateKeysAreRefusedInWords() throws Exception {
    byte[] nested = HexFormat.of().parseHex("3080".repeat(7_000));
    byte[] whole = pkcs8(jwk()).getEncoded();

    assertTrue(refusal(ofPem("PRIVATE KEY", nested)).contains("cannot be read"));
    assertTrue(refusal(ofPem("RSA PRIVATE KEY", nested)).contains("cannot be read"));
    assertTrue(refusal(ofPem("EC PRIVATE KEY", nested)).contains("cannot be read"));
    assertTrue(refusal(ofStore(nested, "password")).contains("cannot be read"));
    for (int length = 0; length < whole.length; length += 61) {
      refusal(ofPem("PRIVATE KEY", Arrays.copyOf(whole, length)));
    }
  }

  private String refusal(ImportKeyRequest request) {
    return assertThrows(IllegalArgumentException.class, () -> keys.imported(request, Set.of()))
        .getMessage();
  }

  private static ObjectNode jwk() {
    return Json.object()
        .put("kty", "RSA")
        .put("n", encoded(RSA.getModulus()))
        .put("e", encoded(RSA.getPublicExponent()))
        .put("d", encoded(RSA.getPrivateExponent()))
        .put("p", encoded(RSA.getPrimeP()))
        .put("q", encoded(RSA.getPrimeQ()))
        .put("dp", encoded(RSA.getPrimeExponentP()))
        .put("dq", encoded(RSA.getPrimeExponentQ()))
        .put("qi", encoded(RSA.getCrtCoefficient()));
  }

  private static RSAPrivateKey pkcs1(ObjectNode jwk) {
    return new RSAPrivateKey(
        number(jwk, "n"),
        number(jwk, "e"),
        number(jwk, "d"),
        number(jwk, "p"),
        number(jwk, "q"),
        number(jwk, "dp"),
        number(jwk, "dq"),
        number(jwk, "qi"));
  }

  private static PrivateKeyInfo pkcs8(ObjectNode jwk) throws IOException {
    return new PrivateKeyInfo(
        new AlgorithmIdentifier(PKCSObjectIdentifiers.rsaEncryption), pkcs1(jwk));
  }

  private static PBKDFConfig pbkdf2(int iterations) {
    return new PBKDF2Config.Builder().withIterationCount(iterations).build();
  }

  private static ImportKeyRequest storeWithoutMac(PrivateKeyInfo key, PBKDFConfig derivation)
      throws Exception {
    return ofStore(builder(key, derivation).build(null, null).getEncoded(), "password");
  }

  private static ImportKeyRequest store(
      PrivateKeyInfo key, PBKDFConfig derivation, int macIterations) throws Exception {
    var mac =
        new JcePKCS12MacCalculatorBuilder().setProvider(PROVIDER).setIterationCount(macIterations);
    return ofStore(builder(key, derivation).build(mac, PASSWORD).getEncoded(), "password");
  }

  private static PKCS12PfxPduBuilder builder(PrivateKeyInfo key, PBKDFConfig derivation)
      throws Exception {
    var encryptor =
        new JcePKCSPBEOutputEncryptorBuilder(derivation, CMSAlgorithm.AES256_CBC)
            .setProvider(PROVIDER)
            .build(PASSWORD);
    return new PKCS12PfxPduBuilder().addData(new PKCS12SafeBagBuilder(key, encryptor).build());
  }

  /** The file with another number of iterations where it has {@link #MARKED}. */
  private static ImportKeyRequest patched(ImportKeyRequest store, int iterations) {
    HexFormat hex = HexFormat.of();
    String before = "0203" + hex.toHexDigits(MARKED, 6);
    String file = hex.formatHex(bytes(store));
    assertTrue(file.contains(before));
    String after = "0203" + hex.toHexDigits(iterations, 6);
    return ofStore(hex.parseHex(file.replace(before, after)), "password");
  }

  private static byte[] bytes(ImportKeyRequest store) {
    return Base64.getDecoder().decode(store.pkcs12());
  }

  private static ImportKeyRequest ofJwk(ObjectNode jwk) {
    return new ImportKeyRequest(ISSUER, METHOD, null, Json.write(jwk), null, null, null, null);
  }

  private static ImportKeyRequest ofPem(String name, byte[] der) {
    String pem =
        "-----BEGIN %s-----\n%s\n-----END %s-----\n"
            .formatted(name, Base64.getMimeEncoder().encodeToString(der), name);
    return new ImportKeyRequest(ISSUER, METHOD, null, null, pem, null, null, null);
  }

  private static ImportKeyRequest ofStore(byte[] file, String password) {
    String pkcs12 = Base64.getEncoder().encodeToString(file);
    return new ImportKeyRequest(ISSUER, METHOD, null, null, null, pkcs12, password, null);
  }

  private static BigInteger number(ObjectNode jwk, String member) {
    return new BigInteger(1, Base64.getUrlDecoder().decode(jwk.get(member).textValue()));
  }

  private static String encoded(BigInteger number) {
    return encoded(number.toByteArray());
  }

  private static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
