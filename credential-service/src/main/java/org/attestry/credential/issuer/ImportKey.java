package org.attestry.credential.issuer;

import io.vertx.core.Future;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.IssuerOperations.ImportKeyRequest;
import org.attestry.contracts.credential.IssuerOperations.IssuerView;
import org.attestry.credential.call.Admins;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.context.ContextDigest;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.key.KeyRing;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.KeyVault;
import org.attestry.credential.key.StoredKey;
import org.attestry.runtime.json.Json;

/**
 * Imports keys of a former system. With a public key its credentials still verify; with a private
 * key an issuer continues to sign with it.
 */
public record ImportKey(KeyRing keys, KeyVault vault, CryptoWorkers compute, Issuers issuers) {

  private static final int MOST_CONTEXTS = 100;
  private static final int LONGEST_KEY = 20_000;

  /**
   * Imports a key. A public key verifies and never signs. A private one replaces the signing key of
   * its registered issuer, which then only verifies. Fails UNAUTHENTICATED without a token,
   * FORBIDDEN for callers who are not admins, CONFLICT if another key has the name, INVALID with
   * the wrong member. The name of a private key must begin with its issuer, because a verifier
   * looks the key up in the document of that issuer.
   */
  public Future<IssuerView> handle(ImportKeyRequest request, CallContext context) {
    Admins.require(context, "key");
    return compute
        .run(context.deadline(), () -> key(request))
        .compose(keys::importKey)
        .map(key -> new IssuerView(key.issuer(), key.verificationMethod()));
  }

  private StoredKey key(ImportKeyRequest request) {
    issuers.checked(request.issuer() == null ? "" : request.issuer());
    String method = request.verificationMethod();
    if (!Issuers.isMethod(method)) {
      throw invalid("/verificationMethod", "iri", "Send the IRI that proofs name the key by.");
    }
    Map<String, Integer> forms = forms(request);
    forms.forEach(ImportKey::checkLength);
    StoredKey key = imported(request, forms.keySet());
    if (key.state() == KeyState.ACTIVE && !Issuers.isMethodOf(method, key.issuer())) {
      throw invalid(
          "/verificationMethod",
          "issuer",
          "A private key is the issuer's own: name it by the issuer, '#' and a name, such as "
              + key.issuer()
              + "#key-1.");
    }
    checkOwn(key);
    return key;
  }

  /** Refuses a second key, or a second name, for a DID that is its own key. */
  private void checkOwn(StoredKey key) {
    if (vault.holdsKey(key.issuer())) {
      String name = vault.nameOfKeyHeldBy(key.issuer()).orElseThrow(ImportKey::noKeyHeld);
      if (!name.equals(key.verificationMethod()) || !vault.isOfItsIssuer(key)) {
        throw invalid(
            "/verificationMethod",
            "issuer",
            "This DID holds one key itself, by the name %s: import that one.".formatted(name));
      }
    }
  }

  private static RuntimeException noKeyHeld() {
    return invalid(
        "/issuer",
        "issuer",
        "This DID holds no key of a type that is used here: RSA, Ed25519, P-256.");
  }

  private StoredKey imported(ImportKeyRequest request, Set<String> forms) {
    Set<String> digests = digests(request.contexts());
    try {
      return vault.imported(request, digests);
    } catch (IllegalArgumentException e) {
      throw invalid(forms.size() == 1 ? forms.iterator().next() : "", "key", e.getMessage());
    }
  }

  /** Returns the length of each form of a key in the request, by its pointer. */
  private static Map<String, Integer> forms(ImportKeyRequest request) {
    Map<String, Integer> forms = new TreeMap<>();
    if (request.publicKeyPem() != null) {
      forms.put("/publicKeyPem", request.publicKeyPem().length());
    }
    if (request.jwk() != null) {
      forms.put("/jwk", request.jwk().utf8().length);
    }
    if (request.privateKeyPem() != null) {
      forms.put("/privateKeyPem", request.privateKeyPem().length());
    }
    if (request.pkcs12() != null) {
      forms.put("/pkcs12", request.pkcs12().length());
    }
    return forms;
  }

  private static void checkLength(String pointer, int length) {
    if (length > LONGEST_KEY) {
      throw invalid(pointer, "limit", "A key has at most " + LONGEST_KEY + " characters.");
    }
  }

  private static Set<String> digests(List<JsonBytes> contexts) {
    if (contexts == null) {
      return Set.of();
    }
    if (contexts.size() > MOST_CONTEXTS) {
      throw invalid("/contexts", "limit", "At most " + MOST_CONTEXTS + " contexts are allowed.");
    }
    Set<String> digests = new HashSet<>();
    contexts.forEach(context -> digests.add(ContextDigest.ofContexts(Json.parse(context))));
    return digests;
  }

  private static RuntimeException invalid(String pointer, String rule, String message) {
    return FailureException.invalid("credential.key.invalid", pointer, rule, message);
  }
}
