package org.attestry.credential.jose;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Check;
import org.attestry.contracts.credential.CredentialOperations.VerificationView.Status;
import org.attestry.credential.Budgets;
import org.attestry.credential.crypto.Keys;
import org.attestry.credential.draft.SdJwts.Expected;
import org.attestry.credential.key.KeyType;
import org.attestry.credential.proof.ClaimsJwts.Certified;
import org.attestry.credential.proof.Proofs.Verdict;
import org.attestry.credential.suite.Documents;
import org.attestry.runtime.json.Json;
import org.attestry.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SdJwtCredentialsTest {

  private static final int ROUNDS = Integer.getInteger("attestry.mutations", 10_000);
  private static final long SEED = Seeds.of(15);
  private static final String CLAIMS =
      """
      {"id": "did:example:ada", "name": "Ada", "born": 1815.5,
       "address": {"street": "Main", "city": "London"}, "skills": ["a", {"b": null}]}
      """;
  private static final String KB_HEADER = "{\"alg\": \"ES256\", \"typ\": \"kb+jwt\"}";
  private static final String KB =
      "{\"nonce\": \"n\", \"aud\": \"https://verifier.example\", \"iat\": 1767323045}";
  private static final Expected ANY = Expected.of(null, null);

  private final SdJwtCredentials credentials = new SdJwtCredentials();
  private final TestSdJwts test =
      new TestSdJwts(Keys.generate(KeyType.ED25519), Keys.generate(KeyType.P256));

  @ParameterizedTest
  @EnumSource(KeyType.class)
  void verifiesWhatItSignedWithEveryChoiceOfDisclosures(KeyType type) {
    TestSdJwts one = new TestSdJwts(Keys.generate(type), Keys.generate(KeyType.P256));
    String text =
        one.sign(
            one.template(
                CLAIMS, "/name", "/address", "/address/street", "/skills/1", "/skills/1/b"));
    List<String> disclosures = SdJwt.parse(text).disclosures();
    assertEquals(5, disclosures.size());
    assertInstanceOf(Verdict.Valid.class, one.verdict(text));
    assertEquals(
        Documents.json(CLAIMS).put("sub", "did:example:ada").without("id"),
        claims(text).without(List.of("iss", "iat", "vct", "cnf")));

    String issued = text.substring(0, text.indexOf('~') + 1);
    assertInstanceOf(Verdict.Valid.class, one.verdict(issued));
    assertFalse(claims(issued).toString().contains("Ada"));
    assertEquals("[\"a\"]", claims(issued).get("skills").toString());
    // The street is disclosed by the address, which holds its digest.
    String street = disclosures.stream().filter(d -> shows(d, "street")).findFirst().orElseThrow();
    assertEquals(refused("sd-jwt.disclosures"), one.verdict(issued + street + "~"));
    String address =
        disclosures.stream().filter(d -> shows(d, "address")).findFirst().orElseThrow();
    assertInstanceOf(Verdict.Valid.class, one.verdict(issued + street + "~" + address + "~"));
  }

  @Test
  void showsWhatItDisclosesByTheNamesOfTheDataModel() {
    String text = test.sign(test.template(CLAIMS, "/name", "/address"));
    String issued = text.substring(0, text.indexOf('~') + 1);

    ObjectNode document = credentials.document(text, Budgets.ofACall()).orElseThrow();
    JsonNode subject = document.get("credentialSubject");
    assertEquals(claims(text).get("iss"), document.get("issuer"));
    assertEquals(claims(text).get("vct"), document.at("/type/0"));
    assertTrue(document.get("validFrom").textValue().endsWith("Z"));
    assertEquals(Documents.json(CLAIMS).put("sub", "did:example:ada").without("id"), subject);
    assertFalse(
        credentials.document(issued, Budgets.ofACall()).orElseThrow().toString().contains("Ada"));
    assertEquals(Optional.empty(), credentials.document("x~", Budgets.ofACall()));
  }

  private static boolean shows(String disclosure, String name) {
    return new String(DetachedJws.decode(disclosure)).contains("\"" + name + "\",");
  }

  private static ObjectNode claims(String text) {
    SdJwt sdJwt = SdJwt.parse(text);
    return Disclosures.in(sdJwt.issued().payload(), sdJwt.disclosures(), Budgets.ofACall());
  }

  private static Verdict refused(String reason) {
    return new Verdict.Invalid(reason, List.of());
  }

  /** An accepted text has fewer claims, and no changed ones. */
  @Test
  void acceptsNoChangedText() {
    String text = test.sign(test.template(CLAIMS, "/name", "/address/street", "/skills/0"));
    String bound = test.bound(text, KB_HEADER, Documents.json(KB));
    assertTrue(isAccepted(text) && isAccepted(bound));
    Random random = new Random(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      String original = round % 2 == 0 ? text : bound;
      String changed = round % 4 < 2 ? characters(original, random) : parts(original, random);
      boolean fewer = original.equals(text) && isSubset(changed, text);
      if (!changed.equals(original) && !fewer) {
        assertFalse(isAccepted(changed), () -> original + " was changed to " + changed);
      }
    }
  }

  /** Without a key binding, the order of disclosures has no meaning. */
  private static boolean isSubset(String changed, String text) {
    List<String> all = List.of(text.split("~", -1));
    List<String> some = List.of(changed.split("~", -1));
    List<String> shown = some.subList(1, Math.max(1, some.size() - 1));
    return some.size() > 1
        && some.getFirst().equals(all.getFirst())
        && some.getLast().isEmpty()
        && shown.stream().distinct().count() == shown.size()
        && shown.stream().allMatch(one -> !one.isEmpty() && all.contains(one));
  }

  private static String characters(String text, Random random) {
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~=";
    StringBuilder changed = new StringBuilder(text);
    for (int i = random.nextInt(3); i >= 0; i--) {
      int place = random.nextInt(changed.length());
      changed.setCharAt(place, alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return changed.toString();
  }

  /** Parts are left out, repeated, exchanged, or others of the same form. */
  private static String parts(String text, Random random) {
    List<String> parts = new ArrayList<>(Arrays.asList(text.split("~", -1)));
    int one = random.nextInt(parts.size());
    int other = random.nextInt(parts.size());
    switch (random.nextInt(4)) {
      case 0 -> parts.remove(one);
      case 1 -> parts.add(one, parts.get(other));
      case 2 -> parts.set(one, parts.set(other, parts.get(one)));
      default -> parts.add(1, TestSdJwts.encoded("[\"salt\", \"role\", \"admin\"]"));
    }
    return String.join("~", parts);
  }

  private boolean isAccepted(String text) {
    return credentials.isOne(text)
        && credentials.named(text).refusal() == null
        && credentials.named(text).verificationMethod().equals(TestSdJwts.METHOD)
        && test.verdict(text) instanceof Verdict.Valid
        && credentials
            .holder(text, ANY, TestSdJwts.NOW)
            .filter(c -> c.status() != Status.OK)
            .isEmpty();
  }

  @Test
  void verifiesAKeyBindingOfTheHolderAlone() {
    String text = test.sign(test.template(CLAIMS, "/name"));
    Expected expected = Expected.of("n", "https://verifier.example");
    ObjectNode said = Documents.json(KB);
    String bound = test.bound(text, KB_HEADER, said);

    assertEquals(Optional.of(new Check("holder", Status.OK, null)), holder(bound, expected));
    assertEquals(Optional.of(new Check("holder", Status.OK, null)), holder(bound, ANY));
    assertEquals(Optional.empty(), holder(text, ANY));
    assertReason("holder.missing", text, expected);
    assertReason("holder.nonce", bound, Expected.of("other", null));
    assertReason("holder.aud", bound, Expected.of(null, "https://eve.example"));
    assertReason(
        "holder.nonce", test.bound(text, KB_HEADER, said.deepCopy().without("nonce")), ANY);
    assertReason("holder.iat", test.bound(text, KB_HEADER, said.deepCopy().without("iat")), ANY);
    ObjectNode later = said.deepCopy().put("iat", 1_767_323_045L + 600);
    assertReason("holder.iat", test.bound(text, KB_HEADER, later), ANY);
    assertReason("holder.type", test.bound(text, KB_HEADER.replace("kb+", ""), said), ANY);
    assertReason("key.type", test.bound(text, KB_HEADER.replace("ES256", "none"), said), ANY);
    String issued = text.substring(0, text.indexOf('~') + 1);
    assertReason("holder.other-credential", issued + bound.substring(text.length()), ANY);
    TestSdJwts other = new TestSdJwts(test.issuer(), Keys.generate(KeyType.P256));
    assertReason("signature.mismatch", other.bound(text, KB_HEADER, said), ANY);
    ObjectNode unnamed = test.template(CLAIMS, "/name");
    ((ObjectNode) unnamed.get("proof")).remove("holderKey");
    assertReason("holder.key", test.bound(test.sign(unnamed), KB_HEADER, said), ANY);
  }

  /** Seconds from now; the clocks of holder and verifier may differ by five minutes. */
  @ParameterizedTest
  @CsvSource({
    "exp, 1, ",
    "exp, 0, holder.exp",
    "exp, -1, holder.exp",
    "exp, -86400, holder.exp",
    "nbf, -86400, ",
    "nbf, 300, ",
    "nbf, 301, holder.nbf",
    "nbf, 86400, holder.nbf"
  })
  void refusesAKeyBindingBeforeAndAfterItCounts(String claim, long seconds, String reason) {
    String text = test.sign(test.template(CLAIMS, "/name"));
    ObjectNode said = Documents.json(KB).put(claim, TestSdJwts.NOW.getEpochSecond() + seconds);
    Status status = reason == null ? Status.OK : Status.NOK;

    assertEquals(
        Optional.of(new Check("holder", status, reason)),
        holder(test.bound(text, KB_HEADER, said), ANY));
  }

  @ParameterizedTest
  @CsvSource({"exp, \"soon\"", "exp, null", "exp, 1.5", "nbf, \"\"", "nbf, -1", "iat, {}"})
  void refusesAKeyBindingWhoseDateIsNone(String claim, String date) {
    String text = test.sign(test.template(CLAIMS, "/name"));
    ObjectNode said = Documents.json(KB);
    said.set(claim, Documents.json("{\"date\": " + date + "}").get("date"));

    assertReason("jwt.claims", test.bound(text, KB_HEADER, said), ANY);
  }

  /** An issuer may name anything as its holder's key: that is no failure of the service. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}",
        "[]",
        "{\"kty\": \"RSA\", \"n\": \"\", \"e\": \"\"}",
        "{\"kty\": \"RSA\", \"n\": \"even\", \"e\": \"AQAB\"}",
        "{\"kty\": \"RSA\", \"n\": \"odd\", \"e\": \"AQ\"}",
        "{\"kty\": \"RSA\", \"n\": \"odd\", \"e\": \"Ag\"}",
        "{\"kty\": \"RSA\", \"n\": \"odd\", \"e\": \"odd\"}",
        "{\"kty\": \"RSA\", \"n\": \"long\", \"e\": \"AQAB\"}",
        "{\"kty\": \"OKP\", \"crv\": \"Ed25519\", \"x\": \"AA\"}",
        "{\"kty\": \"OKP\", \"crv\": \"Ed25519\", \"x\": \"point\"}",
        "{\"kty\": \"EC\", \"crv\": \"P-256\", \"x\": \"point\", \"y\": \"point\"}",
        "{\"kty\": \"EC\", \"crv\": \"P-256\", \"x\": 1}"
      })
  void refusesAHolderKeyThatIsNone(String jwk) {
    String key =
        jwk.replace("even", "_".repeat(341) + "w")
            .replace("odd", "_".repeat(342))
            .replace("long", "_".repeat(4_000))
            .replace("point", "A".repeat(43));
    String payload =
        "{\"iss\": \"did:web:issuer.example\", \"vct\": \"urn:v\", \"cnf\": {\"jwk\": %s}}"
            .formatted(key);
    String text = signed(payload) + "~";
    for (String alg : List.of("PS256", "EdDSA", "ES256")) {
      String header = KB_HEADER.replace("ES256", alg);
      Check holder = holder(test.bound(text, header, Documents.json(KB)), ANY).orElseThrow();
      assertEquals(Status.NOK, holder.status(), holder.toString());
    }
  }

  private Optional<Check> holder(String text, Expected expected) {
    return credentials.holder(text, expected, TestSdJwts.NOW);
  }

  private void assertReason(String reason, String text, Expected expected) {
    assertEquals(Optional.of(new Check("holder", Status.NOK, reason)), holder(text, expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"_sd_alg\": \"sha-512\"} | sd-jwt.algorithm",
        "{\"_sd\": {}} | sd-jwt.disclosures",
        "{\"_sd\": [1]} | sd-jwt.disclosures",
        "{\"_sd\": [\"a\", \"a\"]} | sd-jwt.disclosures",
        "{\"a\": [{\"...\": \"x\", \"b\": 1}]} | sd-jwt.disclosures",
        "{\"...\": \"x\"} | sd-jwt.disclosures",
        "{\"vct\": 1} | sd-jwt.vct",
        "{\"exp\": 1.5} | jwt.claims",
        "{\"nbf\": 253402300800} | jwt.claims",
        "{\"iat\": \"x\"} | jwt.claims"
      })
  void refusesPayloadsThatItDoesNotUnderstand(String claims, String reason) {
    ObjectNode payload =
        Documents.json("{\"iss\": \"did:web:issuer.example\", \"vct\": \"urn:v\"}")
            .setAll(Documents.json(claims));
    assertEquals(refused(reason), test.verdict(signed(payload.toString()) + "~"));
  }

  @Test
  void refusesDisclosuresOfTheCredentialsOwnClaims() {
    String disclosure = TestSdJwts.encoded("[\"salt\", \"exp\", 4102444800]");
    String payload =
        "{\"iss\": \"did:web:issuer.example\", \"vct\": \"urn:v\", \"_sd\": [\"%s\"]}"
            .formatted(Disclosures.digest(disclosure));
    String jwt = signed(payload);
    assertInstanceOf(Verdict.Valid.class, test.verdict(jwt + "~"));
    assertEquals(refused("sd-jwt.disclosures"), test.verdict(jwt + "~" + disclosure + "~"));
  }

  @ParameterizedTest
  @CsvSource({"1767323045, 2026-01-02T03:04:05Z", "true, jwt.claims"})
  void readsTheDateThatIsDisclosed(String iat, String expected) {
    String disclosure = TestSdJwts.encoded("[\"salt\", \"iat\", %s]".formatted(iat));
    String payload =
        "{\"iss\": \"did:web:issuer.example\", \"vct\": \"urn:v\", \"_sd\": [\"%s\"]}"
            .formatted(Disclosures.digest(disclosure));
    Verdict verdict = test.verdict(signed(payload) + "~" + disclosure + "~");

    if (verdict instanceof Verdict.Valid valid) {
      assertEquals(expected, valid.proof().created());
    } else {
      assertEquals(refused(expected), verdict);
    }
  }

  @Test
  void aCertificateNamesTheKeyWhereNothingElseDoes() {
    String header = "{\"alg\": \"EdDSA\", \"typ\": \"dc+sd-jwt\", \"x5c\": [\"MIIB\"]}";
    String claims = "{\"vct\": \"urn:v\", \"iss\": \"https://a.example\"}";
    String text = TestSdJwts.jwt(header, claims, test.issuer()) + "~";
    Certified certified = credentials.named(text).certified();
    assertEquals("https://a.example", certified.issuer());
    assertArrayEquals(new byte[] {0x30, (byte) 0x82, 0x01}, certified.chain().getFirst());
    String named = header.replace("\"x5c\"", "\"kid\": \"did:web:a#1\", \"x5c\"");
    String both = TestSdJwts.jwt(named, claims, test.issuer()) + "~";
    assertEquals("did:web:a#1", credentials.named(both).verificationMethod());
    assertNull(credentials.named(both).certified());
    String malformed = header.replace("MIIB", "-");
    assertEquals(
        new Check("proof", Status.NOK, "jwt.header"),
        credentials.named(TestSdJwts.jwt(malformed, claims, test.issuer()) + "~").refusal());
  }

  private String signed(String payload) {
    String header =
        "{\"alg\": \"EdDSA\", \"typ\": \"dc+sd-jwt\", \"kid\": \"" + TestSdJwts.METHOD + "\"}";
    return TestSdJwts.jwt(header, payload, test.issuer());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/proof/alg | {\"proof\": {\"alg\": \"none\"}}",
        "/proof/vct | {\"proof\": {\"vct\": \"\"}}",
        "/proof/jws | {\"proof\": {\"jws\": \"\"}}",
        "/proof/disclosable | {\"proof\": {\"disclosable\": \"/name\"}}",
        "/proof/disclosable/0 | {\"proof\": {\"disclosable\": [\"name\"]}}",
        "/proof/disclosable/1 | {\"proof\": {\"disclosable\": [\"/name\", \"/name\"]}}",
        "/proof/disclosable/0 | {\"proof\": {\"disclosable\": [\"/nothing\"]}}",
        "/proof/holderKey | {\"proof\": {\"holderKey\": {\"kty\": \"oct\", \"k\": \"AA\"}}}",
        "/credentialSubject | {\"credentialSubject\": []}",
        "/credentialSubject/iss | {\"credentialSubject\": {\"iss\": \"x\"}}",
        "/credentialSubject | {\"credentialSubject\": {\"a\": [{\"_sd\": []}]}}",
        "/validUntil | {\"validUntil\": \"soon\"}",
        "/proof/vct | {\"proof\": {\"vct\": 5}}",
        "/issuer | {\"issuer\": \"did:web:eve.example\"}"
      })
  void refusesTemplatesWithThePlace(String pointer, String changes) {
    ObjectNode template = test.template(CLAIMS);
    ObjectNode changed = Documents.json(changes);
    if (changed.path("proof").isObject()) {
      ((ObjectNode) template.get("proof")).setAll((ObjectNode) changed.remove("proof"));
    }
    template.setAll(changed);
    FailureException refused = assertThrows(FailureException.class, () -> test.sign(template));
    assertEquals(pointer, refused.failure().violations().getFirst().pointer());
  }

  /** A member that was left out would say nothing, and a date that was would limit nothing. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/validUntil | {\"validUntil\": [\"2020-01-01T00:00:00Z\"]}",
        "/validUntil | {\"validUntil\": {\"@value\": \"2020-01-01T00:00:00Z\"}}",
        "/validUntil | {\"validUntil\": null}",
        "/validFrom | {\"validFrom\": [\"2999-01-01T00:00:00Z\"]}",
        "/validFrom | {\"validFrom\": 4102444800}",
        "/expirationDate | {\"expirationDate\": [\"2020-01-01T00:00:00Z\"]}",
        "/validUntil | {\"validFrom\": \"2027-01-02T00:00:00Z\", \"validUntil\":"
            + " \"2027-01-01T00:00:00Z\"}",
        "/expirationDate | {\"issuanceDate\": \"2027-01-02T00:00:00Z\", \"expirationDate\":"
            + " \"2027-01-01T00:00:00Z\"}",
        "/issuanceDate | {\"issuanceDate\": {}}",
        "/issuer | {\"issuer\": [\"did:web:other.example\"]}",
        "/issuer | {\"issuer\": []}",
        "/issuer | {\"issuer\": null}",
        "/issuer/@id | {\"issuer\": {\"@id\": \"did:web:other.example\"}}",
        "/issuer/id | {\"issuer\": {\"id\": [\"did:web:other.example\"]}}",
        "/issuer/id | {\"issuer\": {\"id\": \"\"}}",
        "/issuer/name | {\"issuer\": {\"id\": \"did:web:issuer.example\", \"name\": \"I\"}}",
        "/credentialStatus | {\"credentialStatus\": {\"id\": \"urn:s\", \"type\": \"X\"}}",
        "/id | {\"id\": \"urn:uuid:1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed\"}",
        "/evidence | {\"evidence\": {\"type\": \"Register\"}}",
        "/termsOfUse | {\"termsOfUse\": []}",
        "/credentialSchema | {\"credentialSchema\": {}}",
        "/a~1b | {\"a/b\": 1}",
        "/exp | {\"exp\": 1}",
        "/credentialSubject/id | {\"credentialSubject\": {\"id\": 5}}",
        "/credentialSubject/id | {\"credentialSubject\": {\"id\": [\"urn:a\"]}}",
        "/credentialSubject/id | {\"credentialSubject\": {\"id\": \"\"}}",
        "/credentialSubject/@id | {\"credentialSubject\": {\"@id\": \"urn:a\"}}"
      })
  void signsNothingOfWhichAMemberHasNoClaim(String pointer, String changes) {
    assertEquals(
        pointer, pointers(test.template(CLAIMS).setAll(Documents.json(changes))).getFirst());
  }

  /** JavaScript, for one, reads every number as an IEEE 754 double. */
  @ParameterizedTest
  @CsvSource({
    "9007199254740993",
    "-9007199254740993",
    "0.12345678901234567890",
    "12345678901234567891"
  })
  void signsNoNumberThatAReaderOfJsonMayReadOtherwise(String number) {
    String claims = "{\"a\": %1$s, \"b/c\": [1, {\"d\": %1$s}]}".formatted(number);
    assertEquals(
        List.of("/credentialSubject/a", "/credentialSubject/b~1c/1/d"),
        pointers(test.template(claims, "/a")));
    ObjectNode bound = test.template("{}");
    ((ObjectNode) bound.at("/proof/holderKey")).set("x", Documents.json(claims).get("a"));
    assertTrue(pointers(bound).contains("/proof/holderKey/x"));
  }

  @ParameterizedTest
  @CsvSource({"9007199254740991", "9007199254740992", "0.1", "1e21", "-0.000001", "1815.5"})
  void signsNumbersThatEveryReaderOfJsonReadsAlike(String number) {
    String text = test.sign(test.template("{\"a\": %s}".formatted(number)));
    assertEquals(0, new BigDecimal(number).compareTo(claims(text).get("a").decimalValue()), number);
  }

  private List<String> pointers(ObjectNode template) {
    FailureException refused = assertThrows(FailureException.class, () -> test.sign(template));
    return refused.failure().violations().stream().map(Violation::pointer).toList();
  }

  /** Further members of the data model belong to JSON-LD, or are empty. */
  @Test
  void leavesOutContextsTypesAndMembersThatStandForNone() {
    ObjectNode template = test.template(CLAIMS);
    template.putArray("@context").add(Documents.V1);
    template.putArray("type").add("VerifiableCredential");
    template.put("issuer", "").put("validUntil", "").put("credentialStatus", false);
    ObjectNode payload = SdJwt.parse(test.sign(template)).issued().payload();
    assertEquals(TestSdJwts.ISSUER, payload.get("iss").textValue());
    assertEquals(
        Set.of("sub", "name", "born", "address", "skills", "iss", "iat", "vct", "cnf"),
        payload.properties().stream().map(Map.Entry::getKey).collect(Collectors.toSet()));
    template.putObject("issuer").put("id", TestSdJwts.ISSUER);
    assertEquals(payload, SdJwt.parse(test.sign(template)).issued().payload());
  }

  /** If a template has both dates, each limits the validity. */
  @ParameterizedTest
  @CsvSource({
    "issuanceDate, 2026-01-02T00:00:00Z, validFrom, '', nbf, 2026-01-02T00:00:00Z",
    "issuanceDate, 2026-01-02T00:00:00Z, validFrom, 2026-01-03T00:00:00Z, nbf,"
        + " 2026-01-03T00:00:00Z",
    "expirationDate, 2027-01-02T00:00:00Z, validUntil, '', exp, 2027-01-02T00:00:00Z",
    "expirationDate, 2027-01-02T00:00:00Z, validUntil, 2028-01-03T00:00:00Z, exp,"
        + " 2027-01-02T00:00:00Z"
  })
  void datesOfTheDataModel1MeanTheSameAsThoseOf2(
      String first, String date, String second, String other, String claim, String expected) {
    ObjectNode template = test.template(CLAIMS).put(first, date).put(second, other);
    ObjectNode payload = SdJwt.parse(test.sign(template)).issued().payload();
    assertEquals(Instant.parse(expected).getEpochSecond(), payload.get(claim).longValue());
  }

  @Test
  void writesTheDatesOfTheCredential() {
    ObjectNode template = test.template(CLAIMS);
    template.put("validFrom", "2026-01-02T00:00:00Z").put("validUntil", "2027-01-02T00:00:00Z");
    ObjectNode payload = SdJwt.parse(test.sign(template)).issued().payload();
    assertEquals(
        Instant.parse("2026-01-02T00:00:00Z").getEpochSecond(), payload.get("nbf").longValue());
    assertEquals(
        Instant.parse("2027-01-02T00:00:00Z").getEpochSecond(), payload.get("exp").longValue());
    assertEquals(TestSdJwts.NOW.getEpochSecond(), payload.get("iat").longValue());
  }

  /** A date that a NumericDate cannot express limits nothing, or everything. */
  @ParameterizedTest
  @CsvSource({
    "1965-03-01T00:00:00Z, , ,",
    ", 9999-12-31T23:59:59-01:00, ,",
    ", 1965-03-01T00:00:00Z, , 0",
    "1969-12-31T23:59:59Z, 9999-12-31T23:59:59Z, , 253402300799"
  })
  void writesNoDateThatItWouldRefuse(String from, String until, Long nbf, Long exp) {
    ObjectNode template = test.template(CLAIMS);
    template.put("validFrom", from == null ? "" : from);
    template.put("validUntil", until == null ? "" : until);
    String text = test.sign(template);
    ObjectNode payload = SdJwt.parse(text).issued().payload();

    assertInstanceOf(Verdict.Valid.class, test.verdict(text));
    assertEquals(nbf, payload.has("nbf") ? payload.get("nbf").longValue() : null);
    assertEquals(exp, payload.has("exp") ? payload.get("exp").longValue() : null);
  }

  @Test
  void theIdOfTheSubjectIsDisclosedAsItsClaim() {
    String text = test.sign(test.template(CLAIMS, "/id"));

    assertInstanceOf(Verdict.Valid.class, test.verdict(text));
    assertTrue(shows(SdJwt.parse(text).disclosures().getFirst(), "sub"));
    assertEquals("did:example:ada", claims(text).get("sub").textValue());
    String issued = text.substring(0, text.indexOf('~') + 1);
    assertFalse(claims(issued).has("sub") || claims(issued).has("id"));
  }

  @Test
  void digestsOfManyClaimsAreInOneOrder() {
    int many = 5_000;
    ObjectNode claims = Json.object();
    String[] pointers = new String[100];
    for (int i = 0; i < many; i++) {
      claims.put("c" + i, i);
    }
    for (int i = 0; i < pointers.length; i++) {
      pointers[i] = "/c" + i;
    }
    String text = test.sign(test.template(claims.toString(), pointers));
    List<String> digests = new ArrayList<>();
    SdJwt.parse(text).issued().payload().get("_sd").forEach(one -> digests.add(one.textValue()));

    assertInstanceOf(Verdict.Valid.class, test.verdict(text));
    assertEquals(100, digests.size());
    assertEquals(digests.stream().sorted().toList(), digests);
    assertEquals(many - 1, claims(text).get("c" + (many - 1)).intValue());
  }
}
