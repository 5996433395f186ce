package org.attestry.acceptance;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** Requests to sign and to verify whose contexts, graphs, proofs or templates are hostile. */
final class HostileCredentials {

  private static final String V1 = "\"https://www.w3.org/2018/credentials/v1\"";
  private static final String PROOF =
      """
      {"type":"RsaSignature2018","created":"2024-01-01T00:00:00Z","proofPurpose":"assertionMethod",
       "verificationMethod":"did:web:127.0.0.1#key","jws":"eyJhbGciOiJQUzI1NiJ9..AA"}\
      """;
  private static final List<String> SUITES =
      List.of(
          "RsaSignature2018",
          "Ed25519Signature2018",
          "Ed25519Signature2020",
          "DataIntegrityProof",
          "JsonWebSignature2020",
          "Nothing");

  private static final String JWT_HEADER =
      "{\"alg\":\"EdDSA\",\"typ\":\"vc+jwt\",\"kid\":\"did:web:127.0.0.1#key\"}";
  private static final String ENVELOPE =
      "{\"@context\":\"https://www.w3.org/ns/credentials/v2\",%s"
          + "\"type\":\"EnvelopedVerifiableCredential\",\"id\":\"data:application/vc+jwt,%s\"}";

  private static final String KEY_BEGIN =
      "{\"issuer\":\"did:web:a\",\"verificationMethod\":\"did:web:a#k\",";

  private HostileCredentials() {}

  static String sign(Chance chance) {
    return "{\"data\":%s,\"credentialTemplate\":%s}"
        .formatted(
            chance.percent(60) ? data(chance) : HostileJson.value(chance),
            chance.percent(60) ? document(chance) : HostileSchemas.anyTemplate(chance));
  }

  static String issuer(Chance chance) {
    String text = HostileJson.quoted(HostileText.text(chance));
    return chance.of(
        () -> "{\"name\":%s}".formatted(text),
        () -> "{\"issuer\":%s}".formatted(text),
        () -> "{\"issuer\":\"did:web:127.0.0.1:issuers:\\u0000%2e%2e%2f\"}",
        () -> "{\"issuer\":\"did:web:%s\"}".formatted("a.".repeat(3_000)),
        () -> "{\"name\":\"a\",\"issuer\":\"did:web:127.0.0.1\"}");
  }

  static String key(Chance chance) {
    String text = HostileJson.quoted(HostileText.text(chance));
    String begin = KEY_BEGIN + "\"publicKeyPem\":";
    return chance.of(
        () -> begin + text + "}",
        () -> "{\"verificationMethod\":%s}".formatted(text),
        () -> HostileJson.spoilt(chance, Samples.importedKey()),
        () -> KEY_BEGIN + "\"jwk\":{\"kty\":\"RSA\",\"n\":%s,\"e\":%s}}".formatted(text, text),
        () -> KEY_BEGIN + "\"privateKeyPem\":%s}".formatted(text),
        () -> KEY_BEGIN + "\"pkcs12\":%s,\"password\":%s}".formatted(text, text),
        () -> begin + "\"-----BEGIN PUBLIC KEY-----\\n%s\"}".formatted("A".repeat(300_000)),
        () -> begin + "\"\",\"contexts\":[%s]}".formatted(HostileJson.joined(5_000, n -> "{}")));
  }

  static String upload(Chance chance) {
    String text = HostileJson.quoted(HostileText.text(chance));
    return chance.of(
        () -> "{\"document\":{\"@context\":%s}}".formatted(context(chance)),
        () -> "{\"address\":%s,\"document\":{\"@context\":{}}}".formatted(text),
        () -> "{\"document\":{\"@context\":{\"@version\":1.1,\"@import\":%s}}}".formatted(text),
        () -> "{\"document\":%s}".formatted(HostileJson.value(chance)),
        () -> "{\"document\":{\"@context\":{%s}}}".formatted(numberedTerms()));
  }

  private static String numberedTerms() {
    return HostileJson.joined(20_000, n -> "\"t%s\":\"urn:t%s\"".formatted(n, n));
  }

  private static String data(Chance chance) {
    return chance.of(
        () -> "{\"name\":\"A\",\"tags\":[%s]}".formatted(HostileJson.joined(5_000, n -> "1")),
        () -> "{\"name\":\"A\",\"a\":[%s]}".formatted(HostileJson.numbered("t", 3_000)),
        () -> "{\"name\":%s}".formatted(HostileJson.quoted(HostileText.text(chance))));
  }

  static String verify(Chance chance) {
    if (chance.percent(20)) {
      return "{\"signedCredentials\":%s}".formatted(jwt(chance));
    }
    String document = document(chance);
    return "{\"signedCredentials\":%s,\"proof\":%s}}"
        .formatted(document.substring(0, document.length() - 1), proof(chance));
  }

  /** A JWT with a hostile header, payload or signature, or an envelope around one. */
  private static String jwt(Chance chance) {
    String header =
        chance.percent(70) ? "{\"typ\":\"vc+jwt\"}" : HostileJson.spoilt(chance, JWT_HEADER);
    String alg = chance.of(List.of("ES256", "EdDSA", "PS256", "none", "HS256"));
    String text =
        encoded(chance.percent(50) ? JWT_HEADER.replace("EdDSA", alg) : header)
            + "."
            + encoded(payload(chance))
            + "."
            + "A".repeat(chance.of(List.of(0, 1, 86, 300_000)));
    return chance.of(
        () -> HostileJson.quoted(text),
        () -> HostileJson.quoted(text),
        () -> HostileJson.quoted(text + "~" + HostileText.text(chance)),
        () -> HostileJson.quoted(sdJwt(chance) + "~".repeat(chance.between(1, 5_000))),
        () -> HostileJson.quoted(sdJwt(chance) + "~" + text),
        () -> ENVELOPE.formatted("", text),
        () -> ENVELOPE.formatted("\"proof\":%s,".formatted(proof(chance)), text),
        () -> ENVELOPE.formatted(member(chance), text));
  }

  private static String sdJwt(Chance chance) {
    String value = HostileJson.value(chance);
    String payload =
        chance.of(
            () -> "{\"vct\":\"a\",\"_sd\":%s}".formatted(value),
            () ->
                "{\"vct\":\"a\",\"cnf\":{\"jwk\":%s},\"a\":[{\"...\":%s}]}".formatted(value, value),
            () -> "{\"vct\":\"a\",\"exp\":%s}".formatted(HostileText.number(chance)));
    return encoded(JWT_HEADER.replace("vc+jwt", "dc+sd-jwt"))
        + "."
        + encoded(payload)
        + ".AA~"
        + encoded("[\"salt\",\"name\",%s]".formatted(value));
  }

  private static String payload(Chance chance) {
    String document = document(chance).strip();
    return chance.of(
        () -> document,
        () -> HostileJson.value(chance),
        () -> document.replaceFirst("\\{", "{\"exp\":1e308,\"nbf\":-1,"),
        () -> document.replaceFirst("\\{", "{\"iat\":%s,".formatted(HostileText.number(chance))),
        () -> document.replaceFirst("\\{", "{\"iss\":{},\"iss\":[],\"sub\":null,"));
  }

  private static String encoded(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  static String presentation(Chance chance) {
    String proof = proof(chance).replace("assertionMethod", "authentication");
    String signed =
        "%s,\"proof\":%s}".formatted(document(chance).replaceFirst("}$", ""), proof(chance));
    return presentation(
        chance.of(
            () -> signed,
            () -> HostileJson.joined(chance.of(List.of(3, 20, 200)), n -> signed),
            () -> HostileJson.value(chance)),
        proof.replace(
            "did:web:127.0.0.1#key",
            chance.of(
                List.of(
                    "did:web:127.0.0.1#key",
                    "did:key:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw"
                        + "#z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw",
                    "did:key:z#z"))));
  }

  static String presentation(String credentials, String proof) {
    return """
    {"verifiablePresentation":{"@context":[%s],"type":["VerifiablePresentation"],\
    "verifiableCredential":[%s],"proof":%s},"options":{"challenge":"c"}}\
    """
        .formatted(V1, credentials, proof);
  }

  /** The text of a QR code that holds a credential, which is none, is cut, or is a bomb. */
  static String code(Chance chance) {
    return chance.of(
        () -> "ATT1:" + HostileText.text(chance),
        () -> "ATT1:" + ":".repeat(chance.between(1, 5_000)),
        () -> CompactText.of(verify(chance).getBytes(StandardCharsets.UTF_8)),
        () -> CompactText.of(new byte[chance.between(1, 3_000_000)]),
        () -> CompactText.of(chance.bytes(500)).replaceFirst(".{9}$", ""));
  }

  private static String proof(Chance chance) {
    return chance.of(
        () -> PROOF,
        () -> HostileJson.spoilt(chance, PROOF),
        () -> HostileJson.spoilt(chance, PROOF),
        () -> PROOF.replace("RsaSignature2018", chance.of(SUITES)),
        () -> "[%s]".formatted(HostileJson.joined(300, n -> PROOF)),
        () -> PROOF.replace("..AA", ".." + "A".repeat(300_000)),
        () ->
            PROOF.replace(
                "eyJhbGciOiJQUzI1NiJ9",
                HostileText.overlong(chance, 4_096).replaceAll("[^A-Za-z0-9]", "A")),
        () -> PROOF.replace("\"jws\"", "\"proofValue\":\"z111111\",\"jws\""));
  }

  /** A credential without a proof. */
  static String document(Chance chance) {
    return """
    {"@context":%s,"type":["VerifiableCredential"],"issuanceDate":%s,%s"credentialSubject":%s}\
    """
        .formatted(
            context(chance),
            HostileJson.quoted(
                chance.percent(80) ? "2024-01-01T00:00:00Z" : HostileText.date(chance)),
            member(chance),
            subject(chance));
  }

  private static String member(Chance chance) {
    return chance.of(
        () -> "",
        () -> "",
        () -> "\"issuer\":%s,".formatted(HostileJson.quoted(HostileText.text(chance))),
        () -> "\"issuer\":%s,".formatted(HostileJson.value(chance)),
        () -> "\"id\":%s,".formatted(HostileJson.quoted(HostileText.text(chance))),
        () -> "\"expirationDate\":%s,".formatted(HostileJson.quoted(HostileText.date(chance))),
        () -> "\"credentialStatus\":%s,".formatted(HostileJson.value(chance)),
        () ->
            "\"credentialStatus\":[%s],"
                .formatted(HostileJson.joined(15_000, n -> "\"urn:a:%d\"".formatted(n))),
        () -> "\"@graph\":%s,".formatted(HostileJson.value(chance)),
        () -> "\"@included\":[%s],".formatted(HostileJson.joined(200, n -> "{\"@id\":\"_:i\"}")));
  }

  private static String context(Chance chance) {
    return chance.of(
        () -> "[%s]".formatted(V1),
        () -> "[%s]".formatted(V1),
        () -> "[%s,%s]".formatted(V1, inline(chance)),
        () -> "[%s,%s]".formatted(V1, inline(chance)),
        () -> "[%s]".formatted(HostileJson.joined(200, n -> V1)),
        () -> "[%s,%s]".formatted(V1, HostileJson.value(chance)),
        () -> "[%s,%s]".formatted(V1, HostileJson.quoted(HostileText.text(chance))),
        () -> HostileJson.value(chance));
  }

  private static String inline(Chance chance) {
    return chance.of(
        () ->
            "{\"T\":{\"@id\":\"ex:T\",\"@context\":[%s]}}"
                .formatted(HostileJson.joined(200, n -> V1)),
        () ->
            "{\"ex\":\"http://example.org/\",%s}"
                .formatted(HostileJson.joined(300, n -> "\"t%d\":\"t%d\"".formatted(n, n + 1)))
                .replace("\"t300\"}", "\"ex:t\"}"),
        () -> "{\"a\":\"b\",\"b\":\"a\"}",
        () -> "{%s}".formatted(HostileJson.joined(10_000, n -> "\"t" + n + "\":\"ex:t\"")),
        () -> "{\"@import\":\"http://127.0.0.1:1/\"}",
        () -> "{\"@version\":%s}".formatted(HostileText.number(chance)),
        () -> "{\"@vocab\":%s}".formatted(HostileJson.quoted(HostileText.text(chance))),
        () -> "{\"@base\":%s}".formatted(HostileJson.quoted(HostileText.text(chance))),
        () -> "{\"@language\":%s}".formatted(HostileJson.quoted(HostileText.text(chance))),
        () -> "{\"@protected\":true,\"VerifiableCredential\":null}",
        () ->
            "{\"a\":{\"@id\":\"ex:a\",\"@container\":%s}}"
                .formatted(
                    chance.of(
                        List.of("\"@list\"", "\"@graph\"", "[\"@set\",\"@index\"]", "\"@none\""))),
        () -> "{\"a\":{\"@reverse\":\"ex:a\",\"@nest\":\"b\"}}",
        () -> "{\"a\":{\"@id\":\"@type\"}}",
        () -> "{%s:%s}".formatted(HostileJson.quoted(HostileText.name(chance)), "\"ex:t\""));
  }

  private static String subject(Chance chance) {
    return chance.of(
        () -> "{\"type\":\"Person\",\"name\":\"{{name}}\"}",
        () -> ring(chance.of(List.of(10, 100, 1_000))),
        () -> graphs(30, 9),
        () ->
            "[%s]"
                .formatted(HostileJson.joined(60, n -> "{\"type\":\"T\",\"ex:a\":\"" + n + "\"}")),
        () -> "[%s]".formatted(HostileJson.joined(20_000, n -> "{\"ex:a\":\"" + n + "\"}")),
        () -> "{\"ex:a\":{\"@list\":[%s]}}".formatted(HostileJson.joined(5_000, n -> "{}")),
        () -> "{\"ex:a\":" + "{\"ex:a\":".repeat(55) + "1" + "}".repeat(56),
        () -> "{\"ex:a\":%s}".formatted(HostileText.number(chance)),
        () -> "{\"ex:a\":{\"@value\":%s,\"@type\":\"ex:b\"}}".formatted(HostileText.number(chance)),
        () -> "{\"@id\":%s}".formatted(HostileJson.quoted(HostileText.text(chance))),
        () -> "{%s:%s}".formatted(HostileJson.quoted(HostileText.name(chance)), "1"),
        () -> HostileJson.value(chance));
  }

  /** Blank nodes of which each knows the next. */
  static String ring(int nodes) {
    return "[%s]"
        .formatted(
            HostileJson.joined(
                nodes,
                n ->
                    "{\"@id\":\"_:b%d\",\"ex:next\":{\"@id\":\"_:b%d\"}}"
                        .formatted(n, (n + 1) % nodes)));
  }

  /** Blank nodes of which each knows all of its graph. */
  static String graphs(int count, int nodes) {
    return "[%s]"
        .formatted(
            HostileJson.joined(
                count * nodes,
                n -> {
                  int graph = n / nodes;
                  String all =
                      HostileJson.joined(nodes, k -> "{\"@id\":\"_:g%dn%d\"}".formatted(graph, k));
                  return "{\"@id\":\"_:g%dn%d\",\"ex:k\":[%s]}".formatted(graph, n % nodes, all);
                }));
  }
}
