package org.attestry.credential.wallet;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.credential.WalletOperations.IssueDeferredCopiesRequest;
import org.attestry.contracts.credential.WalletOperations.WalletReply;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.offer.OfferSecret;
import org.attestry.credential.token.WalletAccess;
import org.attestry.credential.token.WalletAccess.Granted;
import org.attestry.credential.token.WalletAddresses;
import org.attestry.credential.token.WalletRefusal;
import org.attestry.credential.token.WalletReplies;
import org.attestry.credential.wallet.CopyIssuance.Wanted;
import org.attestry.credential.wallet.PgWallets.Transaction;

/** Issues copies that were requested before their credential was signed (section 9). */
public record IssueDeferredCopies(
    PgWallets store,
    WalletAccess access,
    OwnCredentials own,
    WalletEncryption encryption,
    WalletAddresses addresses,
    CopyIssuance issuance,
    CryptoWorkers compute) {

  private static final int LONGEST = 100;

  public Future<WalletReply> handle(IssueDeferredCopiesRequest request, CallContext context) {
    return (context.caller().known() ? ofUser(request, context) : ofOffer(request, context))
        .recover(WalletReplies::refused);
  }

  private Future<WalletReply> ofOffer(IssueDeferredCopiesRequest request, CallContext context) {
    return access
        .require(request.access(), addresses.deferred(), context)
        .compose(
            granted ->
                read(request, context)
                    .compose(
                        read ->
                            store
                                .findTransaction(
                                    OfferSecret.hash(id(read)), granted.grant().offer().id())
                                .map(found -> found.orElseThrow(IssueDeferredCopies::unknown))
                                .compose(found -> issue(granted, found, read, context))));
  }

  /** Each token of a user gives access to all transactions of the user. */
  private Future<WalletReply> ofUser(IssueDeferredCopiesRequest request, CallContext context) {
    return read(request, context)
        .compose(
            read ->
                store
                    .findOwnTransaction(OfferSecret.hash(id(read)), context.caller().userId())
                    .map(found -> found.orElseThrow(IssueDeferredCopies::unknown))
                    .compose(
                        found ->
                            own.require(
                                    request.access(),
                                    addresses.deferred(),
                                    found.configuration(),
                                    context)
                                .compose(granted -> issue(granted, found, read, context))));
  }

  private Future<ReplyEncryption.Request> read(
      IssueDeferredCopiesRequest request, CallContext context) {
    return compute.run(context.deadline(), () -> ReplyEncryption.read(request.body(), encryption));
  }

  private Future<WalletReply> issue(
      Granted granted, Transaction found, ReplyEncryption.Request read, CallContext context) {
    if (!found.offer().equals(granted.grant().offer().id())) {
      throw unknown();
    }
    return issuance.issue(granted, wanted(found, id(read), read), context);
  }

  private static String id(ReplyEncryption.Request read) {
    JsonNode id = read.content().path("transaction_id");
    if (!id.isTextual() || id.textValue().length() > LONGEST) {
      throw unknown();
    }
    return id.textValue();
  }

  private static Wanted wanted(Transaction found, String id, ReplyEncryption.Request read) {
    return new Wanted(found.configuration(), found.holders(), id, read.reply());
  }

  private static WalletRefusal unknown() {
    return WalletRefusal.of(
        "invalid_transaction_id",
        "The transaction_id is not one of this access token, or its credential was received.");
  }
}
