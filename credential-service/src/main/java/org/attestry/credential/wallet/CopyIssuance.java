package org.attestry.credential.wallet;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.credential.WalletOperations.WalletReply;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.issue.CredentialFormat;
import org.attestry.credential.issue.HolderKey;
import org.attestry.credential.issue.SignCopies;
import org.attestry.credential.issue.SignCopies.SignedCopy;
import org.attestry.credential.offer.CredentialConfiguration;
import org.attestry.credential.offer.OfferSecret;
import org.attestry.credential.offer.OfferStanding;
import org.attestry.credential.offer.OfferStanding.Standing;
import org.attestry.credential.offer.OfferedForms;
import org.attestry.credential.stored.StoredCredential;
import org.attestry.credential.token.WalletAccess.Granted;
import org.attestry.credential.token.WalletRefusal;
import org.attestry.credential.token.WalletReplies;
import org.attestry.credential.wallet.PgWallets.Copies;
import org.attestry.credential.wallet.PgWallets.Copies.Copy;
import org.attestry.credential.wallet.PgWallets.Transaction;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.json.Json;

/**
 * Issues copies of a credential, or defers them while it is not signed yet (OpenID4VCI 1.0,
 * sections 8.3 and 9.2). Copies are signed, then stored, then sent, so that a revocation reaches
 * every copy that a wallet has.
 */
public record CopyIssuance(
    PgWallets store,
    OfferStanding standing,
    SignCopies copies,
    WalletEncryption encryption,
    CryptoWorkers compute,
    Clock clock) {

  /** The seconds until a wallet asks again. */
  private static final int INTERVAL = 5;

  private static final int OK = 200;
  private static final int DEFERRED = 202;

  /**
   * The copies that a wallet requests.
   *
   * @param holders the keys; null for a copy that is bound to no key
   * @param transaction the id of the transaction that deferred them before; or null
   */
  record Wanted(
      String configuration, List<HolderKey> holders, String transaction, ReplyEncryption reply) {

    Wanted {
      holders = Collections.unmodifiableList(new ArrayList<>(holders));
    }

    CredentialFormat format() {
      return CredentialConfiguration.format(configuration).orElseThrow();
    }
  }

  Future<WalletReply> issue(Granted granted, Wanted wanted, CallContext context) {
    return standing
        .of(granted.grant().offer(), context)
        .compose(
            now ->
                switch (now.state()) {
                  case STANDS -> sign(granted, credential(granted, now), wanted, context);
                  case DUE -> defer(granted, wanted, context);
                  case ENDED -> throw ended();
                });
  }

  private static StoredCredential credential(Granted granted, Standing now) {
    return now.credential() == null ? granted.grant().credential() : now.credential();
  }

  private Future<WalletReply> sign(
      Granted granted, StoredCredential credential, Wanted wanted, CallContext context) {
    return compute
        .run(context.deadline(), () -> requireKeys(credential, wanted))
        .compose(
            checked ->
                copies.sign(credential, wanted.format(), wanted.holders(), context.deadline()))
        .recover(CopyIssuance::unsigned)
        .compose(
            signed ->
                signed == null
                    ? defer(granted, wanted, context)
                    : store(granted, credential, wanted, signed, context));
  }

  private static Void requireKeys(StoredCredential credential, Wanted wanted) {
    if (wanted.holders().contains(null) && isBound(credential, wanted.format())) {
      throw WalletRefusal.of("invalid_proof", "Send a key proof for each copy.");
    }
    return null;
  }

  /** Whether copies are bound to a key of the wallet. Takes CPU time. */
  static boolean isBound(StoredCredential credential, CredentialFormat format) {
    return format != CredentialFormat.LDP
        || OfferedForms.namesHolder(Json.read(credential.credential()));
  }

  /** Returns null if the signing keys are unavailable. */
  private static Future<List<SignedCopy>> unsigned(Throwable cause) {
    if (FailureException.isOf(cause, FailureKind.NOT_ACCEPTABLE, FailureKind.INVALID)) {
      return Future.failedFuture(denied("The credential cannot have this form."));
    }
    return FailureException.isOf(cause, FailureKind.UNAVAILABLE)
        ? Future.succeededFuture(null)
        : Future.failedFuture(cause);
  }

  static WalletRefusal ended() {
    return denied(
        "What was offered has ended: the credential was replaced, suspended or revoked, or its"
            + " owner has changed.");
  }

  static WalletRefusal denied(String description) {
    return WalletRefusal.of("credential_request_denied", description);
  }

  private Future<WalletReply> defer(Granted granted, Wanted wanted, CallContext context) {
    boolean isFirst = wanted.transaction() == null;
    String id = isFirst ? OfferSecret.random() : wanted.transaction();
    ObjectNode reply = Json.object().put("transaction_id", id).put("interval", INTERVAL);
    Transaction transaction =
        new Transaction(granted.grant().offer().id(), wanted.configuration(), wanted.holders());
    return written(DEFERRED, reply, wanted.reply(), context)
        .compose(
            written ->
                isFirst
                    ? store.insert(OfferSecret.hash(id), transaction).map(written)
                    : Future.succeededFuture(written));
  }

  private Future<WalletReply> store(
      Granted granted,
      StoredCredential credential,
      Wanted wanted,
      List<SignedCopy> signed,
      CallContext context) {
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
            credential.id(),
            wanted.configuration(),
            notification,
            wanted.transaction() == null ? null : OfferSecret.hash(wanted.transaction()),
            stored);
    ObjectNode reply = Json.object();
    ArrayNode credentials = reply.putArray("credentials");
    signed.forEach(one -> credentials.addObject().set("credential", one.credential()));
    reply.put("notification_id", notification.toString());
    return written(OK, reply, wanted.reply(), context)
        .compose(
            written ->
                store.insert(granted.tokenHash(), all, clock.instant()).map(inserted -> written));
  }

  private Future<WalletReply> written(
      int status, ObjectNode reply, ReplyEncryption to, CallContext context) {
    return to == null
        ? Future.succeededFuture(WalletReplies.json(status, reply))
        : compute
            .run(context.deadline(), () -> encryption.encrypted(reply, to.key(), to.method()))
            .map(text -> WalletReplies.jwt(status, text));
  }
}
