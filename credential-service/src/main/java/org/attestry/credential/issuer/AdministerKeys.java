package org.attestry.credential.issuer;

import io.vertx.core.Future;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.credential.IssuerOperations.KeyView;
import org.attestry.contracts.credential.IssuerOperations.KeysView;
import org.attestry.contracts.credential.IssuerOperations.ListKeysRequest;
import org.attestry.contracts.credential.IssuerOperations.RevokeKeyRequest;
import org.attestry.contracts.credential.IssuerOperations.RotateKeyRequest;
import org.attestry.credential.call.Admins;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.call.Page;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.key.KeyForms;
import org.attestry.credential.key.KeyRing;
import org.attestry.credential.key.KeyState;
import org.attestry.credential.key.KeyVault;
import org.attestry.credential.key.PgKeyStore;
import org.attestry.credential.key.RegisteredIssuer;
import org.attestry.credential.key.StoredKey;
import org.attestry.credential.key.TemplatePointers;
import org.attestry.runtime.json.Json;

/** Lists, rotates and revokes the keys of issuers, for admins. */
public record AdministerKeys(
    PgKeyStore store, KeyRing keys, KeyVault vault, CryptoWorkers compute, Clock clock) {

  /** The pointer to the name of a key in a request. */
  private static final String METHOD = "/verificationMethod";

  /** Returns the keys of an issuer; none if the issuer has no keys here. */
  public Future<KeysView> listKeys(ListKeysRequest request, CallContext context) {
    Admins.require(context, "key");
    Page.require(request.limit(), request.offset(), "credential.key.invalid");
    if (!Issuers.isIri(request.issuer())) {
      return Future.succeededFuture(new KeysView(0, List.of()));
    }
    return store
        .findOfIssuer(request.issuer(), request.limit(), request.offset())
        .compose(found -> compute.run(context.deadline(), () -> found.map(this::view)))
        .map(page -> new KeysView(page.total(), page.rows()));
  }

  /**
   * Replaces a key by a new one of the same type, which signs from the reply on. The former key
   * still verifies its signatures. Fails NOT_FOUND for an unknown key, CONFLICT for a key that does
   * not sign, INVALID for a disabled issuer and for a DID that is its own key.
   */
  public Future<KeyView> rotateKey(RotateKeyRequest request, CallContext context) {
    Admins.require(context, "key");
    return find(request.verificationMethod())
        .compose(
            key -> {
              if (key.state() != KeyState.ACTIVE) {
                return Future.failedFuture(notActive());
              }
              if (vault.holdsKey(key.issuer())) {
                return Future.failedFuture(onlyKey());
              }
              return store
                  .findIssuer(key.issuer(), key.type())
                  .compose(issuer -> replace(key, KeyState.VERIFY_ONLY, issuer));
            })
        .eventually(keys::leasesEnded)
        .compose(next -> shown(next.orElseThrow(AdministerKeys::notActive), context));
  }

  /**
   * Revokes a key: after the reply no replica verifies its signatures. If the key signs, a new one
   * replaces it, unless its issuer is disabled or is a DID that is its own key. Fails NOT_FOUND for
   * an unknown key. A revoked key stays revoked.
   */
  public Future<KeyView> revokeKey(RevokeKeyRequest request, CallContext context) {
    Admins.require(context, "key");
    return find(request.verificationMethod())
        .compose(this::revoked)
        .eventually(keys::leasesEnded)
        .compose(done -> find(request.verificationMethod()))
        .compose(key -> shown(key, context));
  }

  private Future<Void> revoked(StoredKey key) {
    return switch (key.state()) {
      case REVOKED -> Future.succeededFuture();
      case VERIFY_ONLY -> retired(key).mapEmpty();
      case ACTIVE ->
          store.findIssuer(key.issuer(), key.type()).compose(issuer -> revokedActive(key, issuer));
    };
  }

  private Future<Void> revokedActive(StoredKey key, Optional<RegisteredIssuer> issuer) {
    boolean signs =
        issuer.filter(found -> !found.disabled()).isPresent() && !vault.holdsKey(key.issuer());
    Future<Boolean> done =
        signs ? replace(key, KeyState.REVOKED, issuer).map(Optional::isPresent) : retired(key);
    return done.compose(
        changed -> changed ? Future.succeededFuture() : again(key.verificationMethod()));
  }

  /** Reads the key again after a concurrent change, and revokes it. */
  private Future<Void> again(String verificationMethod) {
    return store.find(verificationMethod).compose(key -> revoked(key.orElseThrow()));
  }

  /** Revokes a key without another key in its place. */
  private Future<Boolean> retired(StoredKey key) {
    return store.retire(key, KeyState.REVOKED, clock.instant(), null);
  }

  /** Returns the new key; empty if the state of the old one has changed meanwhile. */
  private Future<Optional<StoredKey>> replace(
      StoredKey key, KeyState state, Optional<RegisteredIssuer> issuer) {
    if (issuer.filter(RegisteredIssuer::disabled).isPresent()) {
      return Future.failedFuture(KeyRing.disabled(METHOD));
    }
    return keys.withNew(
            key.issuer(),
            key.type(),
            next ->
                store
                    .retire(key, state, clock.instant(), next)
                    .map(changed -> changed ? Optional.of(next) : Optional.<StoredKey>empty()))
        .recover(cause -> Future.failedFuture(TemplatePointers.ofKeyType(METHOD, cause)));
  }

  private Future<StoredKey> find(String verificationMethod) {
    if (!Issuers.isMethod(verificationMethod)) {
      return Future.failedFuture(unknown());
    }
    return store.find(verificationMethod).map(found -> found.orElseThrow(AdministerKeys::unknown));
  }

  private Future<KeyView> shown(StoredKey key, CallContext context) {
    return compute.run(context.deadline(), () -> view(key));
  }

  private KeyView view(StoredKey key) {
    KeyForms forms = vault.forms(key);
    return new KeyView(
        key.verificationMethod(),
        key.issuer(),
        key.type().name(),
        key.state().name(),
        key.createdAt(),
        key.signing().from(),
        key.signing().until(),
        key.revokedAt(),
        key.publicKeyPem(),
        Json.write(forms.jwk()),
        forms.multibase());
  }

  private static FailureException unknown() {
    return FailureException.notFound(
        "credential.key.not-found",
        "No key is known by this verificationMethod; list the issuer's keys.");
  }

  private static FailureException onlyKey() {
    return FailureException.invalid(
        "credential.issuer.holds-key",
        METHOD,
        "issuer",
        "This issuer's DID holds its one key itself, so that no other can take its place: revoke"
            + " the key, and use another issuer.");
  }

  public static FailureException notActive() {
    return FailureException.conflict(
        "credential.key.not-active",
        "This key does not sign any more; list the issuer's keys to see which one does.");
  }
}
