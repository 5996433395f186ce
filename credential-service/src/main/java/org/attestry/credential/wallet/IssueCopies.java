package org.attestry.credential.wallet;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.credential.WalletOperations.IssueCopiesRequest;
import org.attestry.contracts.credential.WalletOperations.WalletReply;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.issue.CredentialFormat;
import org.attestry.credential.issue.HolderKey;
import org.attestry.credential.issue.SignCopies;
import org.attestry.credential.issue.SignCopies.SignedCopy;
import org.attestry.credential.offer.OfferDocument;
import org.attestry.credential.offer.OfferStanding;
import org.attestry.credential.offer.OfferedForms;
import org.attestry.credential.wallet.PgWallets.Copies;
import org.attestry.credential.wallet.PgWallets.Copies.Copy;
import org.attestry.credential.wallet.WalletAccess.Granted;
import org.attestry.credential.wallet.WalletProofs.KeyProof;
import org.attestry.runtime.json.Json;
import org.attestry.runtime.outbox.Ids;
import org.attestry.runtime.work.Sha256;

/**
 * Issues copies of an offered credential (OpenID4VCI 1.0, section 8): one for each key of which the
 * wallet proves possession. They are signed, then stored, then sent, so that a revocation reaches
 * every copy that a wallet has.
 */
public record IssueCopies(
    PgWallets store,
    WalletAccess access,
    WalletProofs proofs,
    WalletEncryption encryption,
    Nonces nonces,
    OfferStanding standing,
    OfferDocument documents,
    WalletAddresses addresses,
    SignCopies copies,
    CryptoWorkers compute,
    Clock clock) {

  public Future<WalletReply> handle(IssueCopiesRequest request, CallContext context) {
    return access
        .require(request.access(), addresses.credential(), context)
        .compose(granted -> issue(granted, request, context))
        .recover(WalletReplies::refused);
  }

  private Future<WalletReply> issue(
      Granted granted, IssueCopiesRequest request, CallContext context) {
    return compute
        .run(context.deadline(), () -> read(granted, request))
        .compose(
            read ->
                useNonces(read)
                    .compose(used -> requireStanding(granted, context))
                    .compose(stands -> signed(granted, read, context))
                    .compose(signed -> store(granted, read, signed, context)));
  }

  /**
   * A request with valid proofs.
   *
   * @param holders the keys; null for a copy that is bound to no key
   * @param nonces of the proofs
   */
  private record Read(CopiesRequest request, List<HolderKey> holders, Set<String> nonces) {}

  private Read read(Granted granted, IssueCopiesRequest sent) {
    CopiesRequest request =
        CopiesRequest.read(sent, granted.grant().offer().configurations(), encryption);
    if (granted.grant().used().contains(request.configuration())) {
      throw denied("The credential of this configuration was issued by this access token.");
    }
    if (!isBound(granted, request.format())) {
      return new Read(request, Collections.singletonList(null), Set.of());
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
    return new Read(request, List.copyOf(holders), Set.copyOf(used));
  }

  private static boolean isBound(Granted granted, CredentialFormat format) {
    return format != CredentialFormat.LDP
        || OfferedForms.namesHolder(Json.read(granted.grant().credential().credential()));
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

  private Future<Void> requireStanding(Granted granted, CallContext context) {
    return standing
        .stands(granted.grant().offer(), context)
        .map(
            stands -> {
              if (!stands) {
                throw ended();
              }
              return null;
            });
  }

  private static WalletRefusal ended() {
    return denied(
        "What was offered has ended: the credential was replaced, suspended or revoked, or its"
            + " owner has changed.");
  }

  private static WalletRefusal denied(String description) {
    return WalletRefusal.of("credential_request_denied", description);
  }

  private Future<List<SignedCopy>> signed(Granted granted, Read read, CallContext context) {
    return copies
        .sign(
            granted.grant().credential(),
            read.request().format(),
            read.holders(),
            context.deadline())
        .recover(
            cause ->
                FailureException.isOf(cause, FailureKind.NOT_ACCEPTABLE, FailureKind.INVALID)
                    ? Future.failedFuture(denied("The credential cannot have this form."))
                    : Future.failedFuture(cause));
  }

  private Future<WalletReply> store(
      Granted granted, Read read, List<SignedCopy> signed, CallContext context) {
    UUID notification = Ids.next();
    List<Copy> stored =
        signed.stream()
            .map(
                one ->
                    new Copy(
                        Ids.next(),
                        one.status(),
                        one.holder() == null ? null : one.holder().thumbprint()))
            .toList();
    Copies all =
        new Copies(
            granted.grant().offer().id(),
            granted.grant().credential().id(),
            read.request().configuration(),
            notification,
            stored);
    ObjectNode reply = Json.object();
    ArrayNode credentials = reply.putArray("credentials");
    signed.forEach(one -> credentials.addObject().set("credential", one.credential()));
    reply.put("notification_id", notification.toString());
    return written(reply, read.request(), context)
        .compose(
            written ->
                store
                    .insert(granted.tokenHash(), all, clock.instant())
                    .map(
                        inserted -> {
                          if (!inserted) {
                            throw ended();
                          }
                          return written;
                        }));
  }

  private Future<WalletReply> written(
      ObjectNode reply, CopiesRequest request, CallContext context) {
    return request.encryptionKey() == null
        ? Future.succeededFuture(WalletReplies.json(reply))
        : compute
            .run(
                context.deadline(),
                () ->
                    encryption.encrypted(
                        reply, request.encryptionKey(), request.encryptionMethod()))
            .map(WalletReplies::jwt);
  }
}
