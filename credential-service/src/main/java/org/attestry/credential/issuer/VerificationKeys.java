package org.attestry.credential.issuer;

import io.vertx.core.Future;
import java.util.Optional;
import java.util.Set;
import org.attestry.contracts.Deadline;
import org.attestry.credential.key.Issuers;
import org.attestry.credential.key.KeyRing;

/**
 * Finds the keys that proofs name: keys that are stored here, and keys of trusted issuers
 * elsewhere. Nothing is fetched for an issuer that is not trusted, nor for a holder from an origin
 * that is not allowed.
 */
public final class VerificationKeys {

  private static final String UNKNOWN = "issuer.unknown";
  private static final int LONGEST_METHOD = 1_000;

  private final KeyRing keys;
  private final ForeignKeys foreign;
  private final Set<String> trusted;

  /**
   * @param trusted the DIDs of accepted issuers elsewhere
   */
  public VerificationKeys(KeyRing keys, ForeignKeys foreign, Set<String> trusted) {
    this.keys = keys;
    this.foreign = foreign;
    this.trusted = Set.copyOf(trusted);
  }

  public Future<FoundKey> find(String verificationMethod, Deadline deadline) {
    if (verificationMethod.isEmpty() || verificationMethod.length() > LONGEST_METHOD) {
      return Future.succeededFuture(FoundKey.unknown(UNKNOWN));
    }
    return keys.verificationKey(verificationMethod)
        .compose(
            stored ->
                stored.isPresent()
                    ? Future.succeededFuture(FoundKey.of(stored.get()))
                    : elsewhere(verificationMethod, deadline));
  }

  /**
   * Finds the key of a holder in its DID (did:key) or in the DID's document (did:web). Holders need
   * not be trusted, because their proof says only that the presentation is theirs. A key that is
   * revoked here is revoked for holders, too.
   */
  public Future<FoundKey> ofHolder(String verificationMethod, Deadline deadline) {
    Optional<String> did =
        verificationMethod.length() > LONGEST_METHOD ? Optional.empty() : did(verificationMethod);
    return did.isPresent()
        ? foreign
            .find(verificationMethod, KeyPurpose.AUTHENTICATION, deadline)
            .compose(this::asKeptHere)
        : Future.succeededFuture(FoundKey.unknown("holder.unsupported"));
  }

  /** A key counts as revoked if the same public key is revoked here under any name. */
  public Future<FoundKey> asKeptHere(FoundKey found) {
    return found.key() == null
        ? Future.succeededFuture(found)
        : isRevoked(found.key().publicKeyPem())
            .map(revoked -> revoked ? FoundKey.of(found.key().revoked()) : found);
  }

  /** Says whether a public key is revoked here, under any name and of any issuer. */
  public Future<Boolean> isRevoked(String publicKeyPem) {
    return keys.isRevoked(publicKeyPem);
  }

  private Future<FoundKey> elsewhere(String verificationMethod, Deadline deadline) {
    Optional<String> did = did(verificationMethod);
    if (did.isEmpty()) {
      return Future.succeededFuture(FoundKey.unknown(UNKNOWN));
    }
    if (trusted.contains(did.get())) {
      return foreign.find(verificationMethod, KeyPurpose.ASSERTION, deadline);
    }
    String reason = "issuer.not-trusted:" + did.get();
    return foreign.isSelfContained(did.get())
        ? foreign
            .find(verificationMethod, KeyPurpose.ASSERTION, deadline)
            .map(found -> found.refused(reason))
        : Future.succeededFuture(FoundKey.unknown(reason));
  }

  private static Optional<String> did(String verificationMethod) {
    int fragment = verificationMethod.indexOf('#');
    boolean named = fragment > 0 && verificationMethod.startsWith("did:");
    return named
        ? Optional.of(verificationMethod.substring(0, fragment)).filter(Issuers::isIri)
        : Optional.empty();
  }
}
