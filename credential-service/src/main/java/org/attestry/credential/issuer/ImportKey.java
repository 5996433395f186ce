package org.attestry.credential.issuer;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.IssuerOperations.ImportKeyRequest;
import org.attestry.contracts.credential.IssuerOperations.IssuerView;
import org.attestry.credential.call.Admins;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.context.ContextDigest;
import org.attestry.credential.key.IssuerSource;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.key.KeyNameTaken;
import org.attestry.credential.key.KeyRing;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.KeyVault;
import org.attestry.credential.key.PgKeyStore;
import org.attestry.credential.key.RegisteredIssuer;
import org.attestry.credential.key.StoredKey;
import org.attestry.runtime.json.Json;

/**
 * Imports keys of a former system. With a public key its credentials still verify; with a private
 * key an issuer continues to sign with it.
 */
public record ImportKey(
    KeyRing keys, PgKeyStore store, KeyVault vault, CryptoWorkers compute, Issuers issuers) {

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
        .compose(this::stored)
        .map(key -> new IssuerView(key.issuer(), key.verificationMethod()));
  }

  /**
   * Stores a key that verifies, or one that signs from now on. Fails CONFLICT if another key has
   * its name or it is revoked under any name. Fails INVALID if the issuer of a private key is
   * disabled, or is neither registered nor a DID that is its own key.
   */
  private Future<StoredKey> stored(StoredKey key) {
    return store
        .isRevoked(key.publicKeyPem())
        .compose(revoked -> revoked ? Future.failedFuture(taken()) : take(key))
        .eventually(keys::leasesEnded);
  }

  private Future<StoredKey> take(StoredKey key) {
    return key.state() == KeyState.ACTIVE
        ? store
            .findIssuer(key.issuer(), key.type())
            .compose(
                found ->
                    found.isEmpty() && vault.holdsKey(key.issuer())
                        ? registerWith(key)
                        : importActive(key, found.orElseThrow(keys::unregistered)))
        : store.insertImported(key).map(stored -> same(key, stored));
  }

  /** Registers a DID that is its own key with this key, because none is made for it. */
  private Future<StoredKey> registerWith(StoredKey key) {
    return replace(null, key)
        .compose(stored -> store.register(key.issuer(), IssuerSource.ADMIN).map(stored));
  }

  private Future<StoredKey> importActive(StoredKey key, RegisteredIssuer issuer) {
    if (issuer.disabled()) {
      return Future.failedFuture(KeyRing.disabled("/issuer"));
    }
    return store
        .find(key.verificationMethod())
        .compose(
            stored ->
                stored.isPresent()
                    ? Future.succeededFuture(same(key, stored.get()))
                    : replace(issuer.active(), key));
  }

  /** Replaces the issuer's key, also one that has become its key meanwhile. */
  private Future<StoredKey> replace(StoredKey active, StoredKey key) {
    Future<Boolean> replaced =
        active == null
            ? store
                .insertActive(key, issuers.most())
                .map(stored -> isStored(key, stored.orElseThrow(keys::tooMany)))
            : store.retire(active, KeyState.VERIFY_ONLY, key.createdAt(), key);
    return replaced
        .recover(cause -> Future.failedFuture(cause instanceof KeyNameTaken ? taken() : cause))
        .compose(done -> done ? Future.succeededFuture(key) : take(key));
  }

  private static boolean isStored(StoredKey key, StoredKey active) {
    if (!active.verificationMethod().equals(key.verificationMethod())) {
      return false;
    }
    same(key, active);
    return true;
  }

  private static StoredKey same(StoredKey key, StoredKey stored) {
    boolean same =
        stored.verificationMethod().equals(key.verificationMethod())
            && stored.issuer().equals(key.issuer())
            && stored.publicKeyPem().equals(key.publicKeyPem())
            && stored.state() == key.state();
    if (!same) {
      throw taken();
    }
    return stored;
  }

  private static FailureException taken() {
    return FailureException.of(
        FailureKind.CONFLICT,
        "credential.key.taken",
        "Another key is known by this verificationMethod, or it is revoked.");
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
    if (request.publicKeyJwk() != null) {
      forms.put("/publicKeyJwk", request.publicKeyJwk().utf8().length);
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
    for (int i = 0; i < contexts.size(); i++) {
      JsonNode context = Json.parse(contexts.get(i));
      if (!ContextDigest.areContexts(context)) {
        throw invalid(
            "/contexts/" + i,
            "context",
            "Each of contexts is the whole @context of a credential, with the contexts that stand"
                + " in it.");
      }
      digests.add(ContextDigest.ofContexts(context));
    }
    return digests;
  }

  private static RuntimeException invalid(String pointer, String rule, String message) {
    return FailureException.invalid("credential.key.invalid", pointer, rule, message);
  }
}
