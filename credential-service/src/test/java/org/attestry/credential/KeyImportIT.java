package org.attestry.credential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.CredentialOperations;
import org.attestry.contracts.credential.CredentialOperations.ReadDidDocumentRequest;
import org.attestry.contracts.credential.CredentialOperations.SignCredentialRequest;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.contracts.credential.CredentialOperations.VerifyCredentialRequest;
import org.attestry.contracts.credential.IssuerOperations;
import org.attestry.contracts.credential.IssuerOperations.CreateIssuerRequest;
import org.attestry.contracts.credential.IssuerOperations.DisableIssuerRequest;
import org.attestry.contracts.credential.IssuerOperations.ImportKeyRequest;
import org.attestry.contracts.credential.IssuerOperations.KeyView;
import org.attestry.contracts.credential.IssuerOperations.ListKeysRequest;
import org.attestry.contracts.credential.IssuerOperations.RevokeKeyRequest;
import org.attestry.contracts.credential.IssuerOperations.RotateKeyRequest;
import org.attestry.credential.crypto.PemKeys;
import org.attestry.credential.crypto.TestKeys;
import org.attestry.credential.jose.TestSdJwts;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.suite.TestDataIntegrity;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.servers.TestDatabase;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.BigIntegers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys of other systems in the forms that they are kept in. */
class KeyImportIT {

  private static final String DID = "did:web:localhost%3A8081";
  private static final String PASSWORD = "of the key store";
  private static final String JWT_PAYLOAD =
      """
      {"@context": ["https://www.w3.org/ns/credentials/v2"], "type": ["VerifiableCredential"],
       "issuer": "%s", "credentialSubject": {"id": "urn:subject"}}
      """;
  private static final String SD_JWT_PAYLOAD = "{\"iss\": \"%s\", \"vct\": \"urn:v\"}";

  private TestDatabase database;
  private RunningService service;

  @BeforeEach
  void start() throws Exception {
    database = RunningService.migratedDatabase();
    service = RunningService.start(database, Map.of("PUBLIC_URL", "http://localhost:8081"));
  }

  @AfterEach
  void stop() throws Exception {
    service.stop();
  }

  @Test
  void importedPrivateKeysSignFromThenOnAndTheOnesBeforeVerify() throws Exception {
    JsonNode first = sign();
    KeyPair pem = TestKeys.rsa();
    importKey(privatePem("pem", pem));
    JsonNode second = sign();
    assertEquals(DID + "#pem", method(second));

    importKey(jwk("jwk", privateJwk(TestKeys.rsa())));
    JsonNode third = sign();
    assertEquals(DID + "#jwk", method(third));

    importKey(store("store", TestKeys.rsa(), true));
    JsonNode fourth = sign();
    assertEquals(DID + "#store", method(fourth));
    for (JsonNode signed : new JsonNode[] {first, second, third, fourth}) {
      assertTrue(verifies(signed));
    }
    assertEquals("1", database.single("SELECT count(*) FROM signing_key WHERE state = 'ACTIVE'"));
    String keys =
        database.query("SELECT encode(sealed_private_key, 'hex') FROM signing_key").toString();
    assertFalse(keys.contains("300d06092a864886f70d010101"));
  }

  @Test
  void anImportThatIsRepeatedChangesNothing() throws Exception {
    KeyPair pair = TestKeys.rsa();
    importKey(privatePem("own", pair));
    importKey(privatePem("own", pair));
    assertEquals(DID + "#own", method(sign()));
    assertEquals("credential.key.taken", code(privatePem("own", TestKeys.rsa())));
    assertEquals("credential.key.taken", code(privatePem("key-1", TestKeys.rsa())));
  }

  @Test
  void aRevokedKeyIsRevokedUnderEveryNameAndNotImportedAgain() throws Exception {
    KeyPair pair = TestKeys.rsa();
    ObjectNode publicPart = privateJwk(pair);
    publicPart.retain("kty", "n", "e");
    importKey(privatePem("first", pair));
    JsonNode signed = sign();
    importKey(jwk("second", publicPart));
    assertTrue(verifies(signed));

    service.request(
        IssuerOperations.REVOKE_KEY, new RevokeKeyRequest(DID + "#second"), RunningService.ADMIN);

    assertFalse(verifies(signed));
    assertEquals("credential.key.taken", code(jwk("third", publicPart)));
    assertEquals("credential.key.taken", code(privatePem("fourth", pair)));
  }

  @Test
  void importedPublicKeysVerifyAndSignNothing() throws Exception {
    ObjectNode jwk = privateJwk(TestKeys.rsa());
    jwk.retain("kty", "n", "e");
    importKey(jwk("jwk", jwk));
    importKey(store("certificate", TestKeys.rsa(), false));
    assertEquals(DID + "#key-1", method(sign()));
    assertEquals(
        "2",
        database.single(
            "SELECT count(*) FROM signing_key WHERE state = 'VERIFY_ONLY'"
                + " AND octet_length(sealed_private_key) = 0"));
  }

  @Test
  void aDidKeyHasItsOwnKeyAlone() throws Exception {
    for (KeyPair pair :
        List.of(TestKeys.rsa(), TestKeys.of(KeyType.P256), TestKeys.of(KeyType.ED25519))) {
      String did = TestDataIntegrity.didKey(pair);
      String name = did + "#" + did.substring("did:key:".length());
      String another = PemKeys.write(TestKeys.of(KeyType.ED25519).getPublic());
      String own = PemKeys.write(pair.getPublic());

      assertEquals(
          "credential.key.invalid", code(ImportKeyRequest.ofPublicKey(did, name, another, null)));
      assertEquals(
          "credential.key.invalid", code(ImportKeyRequest.ofPublicKey(did, did + "#1", own, null)));
      importKey(ImportKeyRequest.ofPublicKey(did, name, own, null));
    }
  }

  /** A key that is made here would sign for it, and verify here and nowhere else. */
  @Test
  void anIssuerWhoseDidHoldsItsKeySignsWithThisKeyAlone() throws Exception {
    KeyPair pair = TestKeys.rsa();
    JsonBytes jwk = Json.write(publicJwk(pair));
    for (String did :
        List.of(
            TestDataIntegrity.didKey(pair),
            "did:jwk:" + Base64.getUrlEncoder().withoutPadding().encodeToString(jwk.utf8()))) {
      String name = did + "#" + (did.startsWith("did:jwk:") ? "0" : did.substring(8));
      assertEquals("credential.issuer.holds-key", refusal(() -> createIssuer(did)));
      assertEquals("credential.issuer.holds-key", refusal(() -> sign(did)));
      assertEquals("credential.key.invalid", code(privatePem(did, did + "#key-1", pair)));
      assertEquals("credential.key.invalid", code(privatePem(did, name, TestKeys.rsa())));

      importKey(privatePem(did, name, pair));
      JsonNode signed = sign(did);
      assertEquals(name, method(signed));
      assertTrue(verifies(signed));
      createIssuer(did);
      assertEquals("credential.issuer.holds-key", refusal(() -> rotate(name)));

      service.request(
          IssuerOperations.REVOKE_KEY, new RevokeKeyRequest(name), RunningService.ADMIN);
      assertEquals("credential.issuer.holds-key", refusal(() -> sign(did)));
      assertFalse(verifies(signed));
      database.execute("DELETE FROM signing_key WHERE issuer <> '" + DID + "'");
    }
  }

  /** The key is stored as an earlier version stored it. */
  @Test
  void aKeyThatWasMadeForADidThatHoldsAnotherNeitherSignsNorVerifies() throws Exception {
    String did = TestDataIntegrity.didKey(TestKeys.of(KeyType.ED25519));
    JsonNode signed = sign();
    String instead = signed.toString().replace(DID, did);
    database.execute(
        "UPDATE signing_key SET issuer = '%1$s', verification_method = '%1$s#key-1'"
            .formatted(did));
    database.execute("INSERT INTO issuer (did, named_by) VALUES ('%s', 'ADMIN')".formatted(did));

    assertEquals("credential.issuer.holds-key", refusal(() -> sign(did)));
    assertEquals("UNKNOWN issuer.not-trusted:" + did, issuerCheck(Json.read(instead)));
  }

  @Test
  void keysThatCannotSignHereAreRefused() throws Exception {
    ObjectNode mixed = privateJwk(TestKeys.rsa());
    mixed.set("d", privateJwk(TestKeys.rsa()).get("d"));
    ObjectNode unknownType = privateJwk(TestKeys.rsa()).put("kty", "OKP");
    ImportKeyRequest store = store("store", TestKeys.rsa(), true);
    ImportKeyRequest wrongPassword =
        new ImportKeyRequest(
            DID, DID + "#store", null, null, null, store.pkcs12(), "another", null);
    for (ImportKeyRequest wrong :
        new ImportKeyRequest[] {
          new ImportKeyRequest(DID, DID + "#none", null, null, null, null, null, null),
          new ImportKeyRequest(
              DID, DID + "#two", "pem", JsonBytes.of("{}"), null, null, null, null),
          jwk("empty", Json.object()),
          jwk("mixed", mixed),
          jwk("unknown", unknownType),
          privatePem("long", TestKeys.rsa(3_072)),
          new ImportKeyRequest(DID, DID + "#pem", null, null, "pem", null, null, null),
          new ImportKeyRequest(DID, DID + "#p12", null, null, null, "AAAA", "", null),
          new ImportKeyRequest(DID, DID + "#p12", null, null, null, "%", null, null),
          wrongPassword
        }) {
      assertEquals("credential.key.invalid", code(wrong));
    }
    assertEquals("1", database.single("SELECT count(*) FROM signing_key"));
  }

  @Test
  void aRefusalPointsToTheFormOfTheKeyThatWasSent() throws Exception {
    String tooLong = "A".repeat(20_001);
    String none = DID + "#none";
    assertEquals("/publicKeyPem", pointer(publicPem("none", "pem")));
    assertEquals("/publicKeyPem", pointer(publicPem("none", tooLong)));
    assertEquals("/jwk", pointer(jwk("none", Json.object())));
    assertEquals("/jwk", pointer(jwk("none", Json.object().put("kty", tooLong))));
    for (String wrong : new String[] {"pem", tooLong}) {
      assertEquals(
          "/privateKeyPem",
          pointer(new ImportKeyRequest(DID, none, null, null, wrong, null, null, null)));
      assertEquals(
          "/pkcs12",
          pointer(new ImportKeyRequest(DID, none, null, null, null, wrong, PASSWORD, null)));
    }
    assertEquals("", pointer(new ImportKeyRequest(DID, none, null, null, null, null, null, null)));
    assertEquals(
        "", pointer(new ImportKeyRequest(DID, none, "pem", null, "pem", null, null, null)));
  }

  /** Parameters: the exponent, and a change of the modulus of a good key. */
  @ParameterizedTest
  @CsvSource({"0, 0", "1, 0", "2, 0", "65536, 0", "4294967297, 0", "65537, 1", "65537, 2"})
  void publicRsaKeysThatNobodyHasAreRefused(long exponent, int change) throws Exception {
    RSAPublicKey good = (RSAPublicKey) TestKeys.rsa().getPublic();
    BigInteger modulus = good.getModulus().add(BigInteger.valueOf(change));
    // A good modulus plus two may be anything: this one has a small factor.
    BigInteger wrong = change == 2 ? withFactor(modulus) : modulus;
    SubjectPublicKeyInfo key = publicKey(wrong, BigInteger.valueOf(exponent));

    assertEquals("credential.key.invalid", code(jwk("jwk", publicJwk(key))));
    assertEquals("credential.key.invalid", code(publicPem("pem", pem(key))));
  }

  @Test
  void anExponentThatIsLargerThanTheModulusIsRefused() throws Exception {
    BigInteger modulus = ((RSAPublicKey) TestKeys.rsa().getPublic()).getModulus();
    SubjectPublicKeyInfo key = publicKey(modulus, modulus.add(BigInteger.TWO));

    assertEquals("credential.key.invalid", code(jwk("jwk", publicJwk(key))));
    assertEquals("credential.key.invalid", code(publicPem("pem", pem(key))));
  }

  /** Such keys were imported once. */
  @ParameterizedTest
  @CsvSource({"0, 0", "1, 0", "2, 0", "65537, 1"})
  void nothingVerifiesByAStoredRsaKeyThatNobodyHas(long exponent, int change) throws Exception {
    KeyPair good = TestKeys.rsa();
    importKey(publicPem("stored", PemKeys.write(good.getPublic())));
    BigInteger modulus = ((RSAPublicKey) good.getPublic()).getModulus();
    SubjectPublicKeyInfo key =
        publicKey(modulus.add(BigInteger.valueOf(change)), BigInteger.valueOf(exponent));
    database.execute(
        "UPDATE signing_key SET public_key_pem = '%s' WHERE verification_method = '%s#stored'"
            .formatted(pem(key), DID));

    ObjectNode proven = sign().deepCopy();
    ((ObjectNode) proven.get("proof")).put("verificationMethod", DID + "#stored");
    TextNode jwt = TextNode.valueOf(jwt("vc+jwt", JWT_PAYLOAD, good));
    TextNode sdJwt = TextNode.valueOf(jwt("dc+sd-jwt", SD_JWT_PAYLOAD, good) + "~");
    for (JsonNode credential : new JsonNode[] {proven, jwt, sdJwt}) {
      assertEquals(
          new Check("proof", Status.NOK, "signature.mismatch"),
          verify(credential).checks().getFirst());
    }
    JsonNode listed = Json.read(listed(DID + "#stored").publicKeyJwk());
    assertEquals(publicJwk(key).get("n"), listed.get("n"));
    service.request(
        CredentialOperations.READ_DID_DOCUMENT,
        new ReadDidDocumentRequest(null, null),
        Caller.NOBODY);
  }

  private KeyView listed(String method) throws Exception {
    return service
        .request(IssuerOperations.LIST_KEYS, new ListKeysRequest(DID, 10, 0), RunningService.ADMIN)
        .keys()
        .stream()
        .filter(key -> key.verificationMethod().equals(method))
        .findFirst()
        .orElseThrow();
  }

  private static String jwt(String type, String payload, KeyPair keys) {
    String header =
        "{\"alg\": \"PS256\", \"typ\": \"%s\", \"kid\": \"%s#stored\"}".formatted(type, DID);
    return TestSdJwts.jwt(header, payload.formatted(DID), keys);
  }

  private static BigInteger withFactor(BigInteger modulus) {
    BigInteger three = BigInteger.valueOf(3);
    BigInteger multiple = modulus.subtract(modulus.mod(three));
    return multiple.testBit(0) ? multiple : multiple.subtract(three);
  }

  private static SubjectPublicKeyInfo publicKey(BigInteger modulus, BigInteger exponent) {
    try {
      var algorithm =
          new AlgorithmIdentifier(PKCSObjectIdentifiers.rsaEncryption, DERNull.INSTANCE);
      return new SubjectPublicKeyInfo(
          algorithm, new org.bouncycastle.asn1.pkcs.RSAPublicKey(modulus, exponent));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ObjectNode publicJwk(SubjectPublicKeyInfo key) throws IOException {
    var rsa = org.bouncycastle.asn1.pkcs.RSAPublicKey.getInstance(key.parsePublicKey());
    return Json.object()
        .put("kty", "RSA")
        .put("n", unsigned(rsa.getModulus()))
        .put("e", unsigned(rsa.getPublicExponent()));
  }

  private static String unsigned(BigInteger number) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(BigIntegers.asUnsignedByteArray(number));
  }

  private static String pem(SubjectPublicKeyInfo key) throws IOException {
    return "-----BEGIN PUBLIC KEY-----\n%s\n-----END PUBLIC KEY-----\n"
        .formatted(Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded()));
  }

  private static ImportKeyRequest publicPem(String name, String pem) {
    return ImportKeyRequest.ofPublicKey(DID, DID + "#" + name, pem, null);
  }

  @Test
  void privateKeysAreTakenForRegisteredIssuersThatAreNotDisabled() throws Exception {
    ImportKeyRequest own = privatePem("own", TestKeys.rsa());
    ImportKeyRequest other =
        new ImportKeyRequest(
            "did:web:other.example",
            "did:web:other.example#key",
            null,
            null,
            own.privateKeyPem(),
            null,
            null,
            null);
    assertEquals("credential.issuer.unregistered", code(other));
    service.request(
        IssuerOperations.DISABLE_ISSUER, new DisableIssuerRequest(DID), RunningService.ADMIN);
    assertEquals("credential.issuer.disabled", code(own));
    assertFalse(own.toString().contains("PRIVATE"));
  }

  /** Verifiers look a key up in the document that its name begins with. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "did:web:other.example#key",
        "did:india",
        "did:web:localhost%3A8081",
        "did:web:localhost%3A8081#",
        "did:web:localhost%3A8081#a#b",
        "did:web:localhost%3A8081:issuers:school#key",
        "did:web:localhost%3A8081?versionId=1#key"
      })
  void aKeyOfAnotherNameThanItsIssuerVerifiesAndNeverSigns(String method) throws Exception {
    KeyPair pair = TestKeys.rsa();
    String pem = privatePem("own", pair).privateKeyPem();
    ImportKeyRequest signing = new ImportKeyRequest(DID, method, null, null, pem, null, null, null);

    assertEquals("credential.key.invalid", code(signing));
    assertEquals("/verificationMethod", pointer(signing));
    importKey(ImportKeyRequest.ofPublicKey(DID, method, PemKeys.write(pair.getPublic()), null));
    assertEquals(DID + "#key-1", method(sign()));
  }

  private void importKey(ImportKeyRequest request) throws Exception {
    service.request(IssuerOperations.IMPORT_KEY, request, RunningService.ADMIN);
  }

  private String pointer(ImportKeyRequest request) {
    return assertThrows(FailureException.class, () -> importKey(request))
        .failure()
        .violations()
        .getFirst()
        .pointer();
  }

  private String code(ImportKeyRequest request) {
    return assertThrows(FailureException.class, () -> importKey(request)).failure().code();
  }

  private static String refusal(Executable work) {
    return assertThrows(FailureException.class, work).failure().code();
  }

  private void createIssuer(String did) throws Exception {
    service.request(
        IssuerOperations.CREATE_ISSUER, new CreateIssuerRequest(did, null), RunningService.ADMIN);
  }

  private void rotate(String method) throws Exception {
    service.request(
        IssuerOperations.ROTATE_KEY, new RotateKeyRequest(method), RunningService.ADMIN);
  }

  private String issuerCheck(JsonNode signed) throws Exception {
    return verify(signed).checks().stream()
        .filter(one -> one.check().equals("issuer"))
        .map(one -> one.status() + " " + one.reason())
        .findFirst()
        .orElseThrow();
  }

  private static ObjectNode publicJwk(KeyPair pair) {
    ObjectNode jwk = privateJwk(pair);
    return jwk.retain("kty", "n", "e");
  }

  private static ImportKeyRequest privatePem(String name, KeyPair pair) {
    return privatePem(DID, DID + "#" + name, pair);
  }

  private static ImportKeyRequest privatePem(String issuer, String method, KeyPair pair) {
    String base64 =
        Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(pair.getPrivate().getEncoded());
    String pem = "-----BEGIN PRIVATE KEY-----\n" + base64 + "\n-----END PRIVATE KEY-----\n";
    return new ImportKeyRequest(issuer, method, null, null, pem, null, null, null);
  }

  private static ImportKeyRequest jwk(String name, ObjectNode jwk) {
    return new ImportKeyRequest(
        DID, DID + "#" + name, null, Json.write(jwk), null, null, null, null);
  }

  private static ObjectNode privateJwk(KeyPair pair) {
    RSAPrivateCrtKey key = (RSAPrivateCrtKey) pair.getPrivate();
    ObjectNode jwk = Json.object().put("kty", "RSA");
    Map.of(
            "n", key.getModulus(),
            "e", key.getPublicExponent(),
            "d", key.getPrivateExponent(),
            "p", key.getPrimeP(),
            "q", key.getPrimeQ(),
            "dp", key.getPrimeExponentP(),
            "dq", key.getPrimeExponentQ(),
            "qi", key.getCrtCoefficient())
        .forEach((member, number) -> jwk.put(member, encoded(number)));
    return jwk;
  }

  private static String encoded(BigInteger number) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(number.toByteArray());
  }

  private static ImportKeyRequest store(String name, KeyPair pair, boolean withKey)
      throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    Certificate certificate = certificate(pair);
    if (withKey) {
      store.setKeyEntry(
          "key", pair.getPrivate(), PASSWORD.toCharArray(), new Certificate[] {certificate});
    } else {
      store.setCertificateEntry("certificate", certificate);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    store.store(bytes, PASSWORD.toCharArray());
    String pkcs12 = Base64.getEncoder().encodeToString(bytes.toByteArray());
    return new ImportKeyRequest(DID, DID + "#" + name, null, null, null, pkcs12, PASSWORD, null);
  }

  private static Certificate certificate(KeyPair pair) throws Exception {
    X500Name name = new X500Name("CN=issuer");
    Date now = Date.from(Instant.parse("2026-01-02T03:04:05Z"));
    var builder =
        new JcaX509v3CertificateBuilder(name, BigInteger.ONE, now, now, name, pair.getPublic());
    var signer = new JcaContentSignerBuilder("SHA256withRSA").build(pair.getPrivate());
    return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
  }

  private static String method(JsonNode signed) {
    return signed.at("/proof/verificationMethod").textValue();
  }

  private JsonNode sign() throws Exception {
    return sign(DID);
  }

  private JsonNode sign(String issuer) throws Exception {
    String template =
        """
        {
          "@context": ["https://www.w3.org/2018/credentials/v1"],
          "type": ["VerifiableCredential"],
          "issuer": "%s",
          "issuanceDate": "2026-01-02T03:04:05Z",
          "credentialSubject": {"id": "urn:subject"}
        }
        """
            .formatted(issuer);
    return Json.read(
        service
            .request(
                CredentialOperations.SIGN_CREDENTIAL,
                new SignCredentialRequest(JsonBytes.of("{}"), JsonBytes.of(template)),
                RunningService.ADMIN)
            .credential());
  }

  private boolean verifies(JsonNode signed) throws Exception {
    return verify(signed).verified();
  }

  private VerificationView verify(JsonNode signed) throws Exception {
    return service.request(
        CredentialOperations.VERIFY_CREDENTIAL,
        new VerifyCredentialRequest(Json.write(signed)),
        Caller.NOBODY);
  }
}
