package org.attestry.credential.wallet;

import com.fasterxml.jackson.databind.node.ObjectNode;
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
import org.attestry.credential.call.CallBudget;
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
import org.attestry.runtime.async.AsyncLoop;
import org.attestry.runtime.fair.Budget;
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
    PresentationProofs presentations,
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
                holders(granted, read, context)
                    .compose(holders -> issuance.issue(granted, wanted(read, holders), context)));
  }

  private CopiesRequest read(Granted granted, IssueCopiesRequest sent) {
    CopiesRequest request =
        CopiesRequest.read(sent, granted.grant().offer().configurations(), encryption);
    if (!granted
        .grant()
        .gives(request.configuration(), request.copies(), CopiesRequest.MOST_COPIES)) {
      throw CopyIssuance.denied(
          "The access token gave the copies of this configuration that it can give.");
    }
    return request;
  }

  private static Wanted wanted(CopiesRequest request, List<HolderKey> holders) {
    return new Wanted(request.configuration(), holders, null, request.reply());
  }

  /** Returns the keys that are proven, with nonces that are used by this; a null for no key. */
  private Future<List<HolderKey>> holders(
      Granted granted, CopiesRequest request, CallContext context) {
    return compute
        .run(context.deadline(), () -> isUnbound(granted, request))
        .compose(
            unbound -> {
              if (unbound) {
                return Future.succeededFuture(Collections.singletonList(null));
              }
              if (request.isWithoutProof()) {
                throw WalletRefusal.of("invalid_proof", "Send a key proof for each copy.");
              }
              String audience = documents.credentialIssuer(granted.grant().offer().issuer());
              return proven(request, audience, context).compose(this::useNonces);
            });
  }

  /** Whether the copy needs no key. An unsigned credential is checked when it is signed. */
  private static boolean isUnbound(Granted granted, CopiesRequest request) {
    StoredCredential credential = granted.grant().credential();
    return credential == null
        ? request.format() == CredentialFormat.LDP && request.isWithoutProof()
        : !CopyIssuance.isBound(credential, request.format());
  }

  private Future<List<KeyProof>> proven(
      CopiesRequest request, String audience, CallContext context) {
    List<KeyProof> proven = new ArrayList<>();
    Budget budget = CallBudget.until(context.deadline());
    return AsyncLoop.each(
            request.presentations(),
            one -> proven(one, audience, budget, context).onSuccess(proven::add))
        .compose(
            done ->
                compute.run(
                    context.deadline(),
                    () -> {
                      request.jwts().forEach(jwt -> proven.add(proven(jwt, audience)));
                      return requireDifferent(proven);
                    }));
  }

  private KeyProof proven(String jwt, String audience) {
    Instant now = clock.instant();
    KeyProof proof = proofs.keyProof(jwt, audience, now);
    requireNonce(proof.nonce(), now);
    return proof;
  }

  private Future<KeyProof> proven(
      ObjectNode presentation, String audience, Budget budget, CallContext context) {
    String nonce = PresentationProofs.nonce(presentation);
    requireNonce(nonce, clock.instant());
    return presentations
        .keyProof(presentation, audience, budget, context.deadline())
        .map(key -> new KeyProof(key, nonce));
  }

  private static List<KeyProof> requireDifferent(List<KeyProof> proven) {
    Set<String> thumbprints = new HashSet<>();
    for (KeyProof proof : proven) {
      if (!thumbprints.add(proof.key().thumbprint())) {
        throw WalletRefusal.of("invalid_proof", "Prove a key of its own for each copy.");
      }
    }
    return proven;
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

  private Future<List<HolderKey>> useNonces(List<KeyProof> proven) {
    List<byte[]> hashes =
        proven.stream()
            .map(KeyProof::nonce)
            .distinct()
            .map(nonce -> Sha256.of("nonce:" + nonce))
            .toList();
    return store
        .use(hashes, clock.instant().plus(Nonces.LIFE))
        .map(
            isNew -> {
              if (!isNew) {
                throw usedNonce();
              }
              return proven.stream().map(KeyProof::key).toList();
            });
  }
}
