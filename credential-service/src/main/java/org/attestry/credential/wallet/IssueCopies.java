package org.attestry.credential.wallet;

import io.vertx.core.Future;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.credential.WalletOperations.IssueCopiesRequest;
import org.attestry.contracts.credential.WalletOperations.WalletReply;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.issue.CredentialFormat;
import org.attestry.credential.issue.HolderKey;
import org.attestry.credential.offer.OfferDocument;
import org.attestry.credential.stored.StoredCredential;
import org.attestry.credential.token.PgTokens;
import org.attestry.credential.token.WalletAccess;
import org.attestry.credential.token.WalletAccess.Granted;
import org.attestry.credential.token.WalletAddresses;
import org.attestry.credential.token.WalletProofs;
import org.attestry.credential.token.WalletProofs.KeyProof;
import org.attestry.credential.token.WalletRefusal;
import org.attestry.credential.token.WalletReplies;
import org.attestry.credential.wallet.CopyIssuance.Wanted;
import org.attestry.runtime.identifier.Sha256;

/**
 * Issues copies of an offered credential (OpenID4VCI 1.0, section 8): one for each key of which the
 * wallet proves possession.
 */
public record IssueCopies(
    PgTokens store,
    WalletAccess access,
    OwnCredentials own,
    WalletProofs proofs,
    WalletEncryption encryption,
    Nonces nonces,
    OfferDocument documents,
    WalletAddresses addresses,
    CopyIssuance issuance,
    CryptoWorkers compute,
    Clock clock) {

  public Future<WalletReply> handle(IssueCopiesRequest request, CallContext context) {
    return granted(request, context)
        .compose(granted -> issue(granted, request, context))
        .recover(WalletReplies::refused);
  }

  private Future<Granted> granted(IssueCopiesRequest request, CallContext context) {
    return context.caller().known()
        ? compute
            .run(
                context.deadline(),
                () -> CopiesRequest.named(ReplyEncryption.read(request.body(), encryption)))
            .compose(named -> own.require(request.access(), addresses.credential(), named, context))
        : access.require(request.access(), addresses.credential(), context);
  }

  private Future<WalletReply> issue(
      Granted granted, IssueCopiesRequest request, CallContext context) {
    return compute
        .run(context.deadline(), () -> read(granted, request))
        .compose(
            read ->
                useNonces(read).compose(used -> issuance.issue(granted, read.wanted(), context)));
  }

  /**
   * A request with valid proofs.
   *
   * @param nonces of the proofs
   */
  private record Read(Wanted wanted, Set<String> nonces) {}

  private Read read(Granted granted, IssueCopiesRequest sent) {
    CopiesRequest request =
        CopiesRequest.read(sent, granted.grant().offer().configurations(), encryption);
    if (granted.grant().used().contains(request.configuration())) {
      throw CopyIssuance.denied(
          "The credential of this configuration was issued by this access token.");
    }
    if (isUnbound(granted, request)) {
      return new Read(wanted(request, Collections.singletonList(null)), Set.of());
    }
    if (request.proofs().isEmpty()) {
      throw WalletRefusal.of("invalid_proof", "Send a key proof for each copy.");
    }
    Instant now = clock.instant();
    String audience = documents.credentialIssuer(granted.grant().offer().issuer());
    List<HolderKey> holders = new ArrayList<>();
    Set<String> thumbprints = new HashSet<>();
    Set<String> used = new HashSet<>();
    for (String jwt : request.proofs()) {
      KeyProof proof = proofs.keyProof(jwt, audience, now);
      requireNonce(proof.nonce(), now);
      if (!thumbprints.add(proof.key().thumbprint())) {
        throw WalletRefusal.of("invalid_proof", "Prove a key of its own for each copy.");
      }
      holders.add(proof.key());
      used.add(proof.nonce());
    }
    return new Read(wanted(request, holders), Set.copyOf(used));
  }

  private static Wanted wanted(CopiesRequest request, List<HolderKey> holders) {
    return new Wanted(request.configuration(), holders, null, request.reply());
  }

  /** Whether the copy needs no key. An unsigned credential is checked when it is signed. */
  private static boolean isUnbound(Granted granted, CopiesRequest request) {
    StoredCredential credential = granted.grant().credential();
    return credential == null
        ? request.format() == CredentialFormat.LDP && request.proofs().isEmpty()
        : !CopyIssuance.isBound(credential, request.format());
  }

  private void requireNonce(String nonce, Instant now) {
    if (nonce == null) {
      throw WalletRefusal.of(
          "invalid_proof", "A key proof needs a nonce of %s.".formatted(addresses.nonce()));
    }
    if (!nonces.isAccepted(nonce, now)) {
      throw usedNonce();
    }
  }

  private static WalletRefusal usedNonce() {
    return WalletRefusal.of(
        "invalid_nonce",
        "The nonce is not one of this issuer, has ended, or was used; get another.");
  }

  private Future<Void> useNonces(Read read) {
    if (read.nonces().isEmpty()) {
      return Future.succeededFuture();
    }
    List<byte[]> hashes = read.nonces().stream().map(nonce -> Sha256.of("nonce:" + nonce)).toList();
    return store
        .use(hashes, clock.instant().plus(Nonces.LIFE))
        .map(
            isNew -> {
              if (!isNew) {
                throw usedNonce();
              }
              return null;
            });
  }
}
