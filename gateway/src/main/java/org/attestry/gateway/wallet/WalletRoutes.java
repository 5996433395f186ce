package org.attestry.gateway.wallet;

import static org.attestry.contracts.credential.OfferOperations.CREATE_OFFER;
import static org.attestry.contracts.credential.OfferOperations.READ_OFFER;
import static org.attestry.contracts.credential.OfferOperations.WITHDRAW_OFFER;
import static org.attestry.contracts.credential.WalletOperations.ISSUE_ACCESS_TOKEN;
import static org.attestry.contracts.credential.WalletOperations.ISSUE_COPIES;
import static org.attestry.contracts.credential.WalletOperations.ISSUE_DEFERRED_COPIES;
import static org.attestry.contracts.credential.WalletOperations.ISSUE_NONCE;
import static org.attestry.contracts.credential.WalletOperations.NOTIFY_ISSUER;
import static org.attestry.contracts.credential.WalletOperations.READ_AUTHORIZATION_METADATA;
import static org.attestry.contracts.credential.WalletOperations.READ_CREDENTIAL_OFFER;
import static org.attestry.contracts.credential.WalletOperations.READ_ISSUER_METADATA;
import static org.attestry.contracts.registry.EntityOperations.CREATE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.DELETE_ENTITY;
import static org.attestry.contracts.registry.EntityOperations.READ_ENTITY;
import static org.attestry.contracts.schema.SchemaOperations.READ_TYPE;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.OfferOperations.CreateOfferRequest;
import org.attestry.contracts.credential.OfferOperations.ReadOfferRequest;
import org.attestry.contracts.credential.OfferOperations.WithdrawOfferRequest;
import org.attestry.contracts.credential.WalletOperations.AccessToken;
import org.attestry.contracts.credential.WalletOperations.IssueAccessTokenRequest;
import org.attestry.contracts.credential.WalletOperations.IssueCopiesRequest;
import org.attestry.contracts.credential.WalletOperations.IssueDeferredCopiesRequest;
import org.attestry.contracts.credential.WalletOperations.IssueNonceRequest;
import org.attestry.contracts.credential.WalletOperations.NotifyIssuerRequest;
import org.attestry.contracts.credential.WalletOperations.ReadAuthorizationMetadataRequest;
import org.attestry.contracts.credential.WalletOperations.ReadCredentialOfferRequest;
import org.attestry.contracts.credential.WalletOperations.ReadIssuerMetadataRequest;
import org.attestry.contracts.credential.WalletOperations.WalletReply;
import org.attestry.contracts.registry.EntityOperations.CreateEntityRequest;
import org.attestry.contracts.registry.EntityOperations.DeleteEntityRequest;
import org.attestry.contracts.registry.EntityOperations.ReadEntityRequest;
import org.attestry.contracts.schema.SchemaOperations.ReadTypeRequest;
import org.attestry.gateway.http.Call;
import org.attestry.gateway.http.Endpoint;
import org.attestry.gateway.http.MediaTypes;
import org.attestry.gateway.http.OpenApi;
import org.attestry.gateway.http.Reply;
import org.attestry.gateway.http.WalletToken;
import org.attestry.runtime.json.Json;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Offers of credentials to wallets, and what wallets request (OpenID4VCI 1.0). */
public final class WalletRoutes {

  private static final String DPOP = "dpop";
  private static final String ATTESTATION = "oauth-client-attestation";
  private static final String ATTESTATION_PROOF = "oauth-client-attestation-pop";
  private static final JsonBytes EMPTY = JsonBytes.of("");

  /** The name that a type may have which was published before offers took its path. */
  private static final String OFFERS = "offers";

  private static final Logger LOG = LoggerFactory.getLogger(WalletRoutes.class);

  private final OpenApi openApi;

  public WalletRoutes(OpenApi openApi) {
    this.openApi = openApi;
  }

  /** Adds the handlers of the operations, by operationId. */
  public void bind(Map<String, Endpoint.Handler> handlers) {
    handlers.put("createOffer", call -> ofType(call, this::createEntity, this::createOffer));
    handlers.put("readOffer", call -> ofType(call, this::readEntity, this::readOffer));
    handlers.put("withdrawOffer", call -> ofType(call, this::deleteEntity, this::withdrawOffer));
    handlers.put("readIssuerMetadata", call -> readIssuerMetadata(call, null));
    handlers.put("readIssuerMetadataOfName", call -> readIssuerMetadata(call, call.path("name")));
    handlers.put("readAuthorizationMetadata", this::readAuthorizationMetadata);
    handlers.put("readCredentialOffer", this::readCredentialOffer);
    handlers.put("issueAccessToken", this::issueAccessToken);
    handlers.put("issueNonce", this::issueNonce);
    handlers.put("issueCopies", this::issueCopies);
    handlers.put("issueDeferredCopies", this::issueDeferredCopies);
    handlers.put("notifyIssuer", this::notifyIssuer);
  }

  /** A type of the name keeps its path, until it is published under another name. */
  private static Future<Reply> ofType(Call call, Endpoint.Handler type, Endpoint.Handler offers) {
    return call.requestAsNobody(READ_TYPE, new ReadTypeRequest(OFFERS))
        .map(true)
        .recover(
            cause ->
                FailureException.isOf(cause, FailureKind.NOT_FOUND)
                    ? Future.succeededFuture(false)
                    : Future.failedFuture(cause))
        .compose(
            there -> {
              if (there) {
                LOG.atWarn()
                    .addKeyValue("type", OFFERS)
                    .log("no offers to wallets: a type has their path; publish it anew");
              }
              return there ? type.handle(call) : offers.handle(call);
            });
  }

  private Future<Reply> createEntity(Call call) {
    return call.request(CREATE_ENTITY, new CreateEntityRequest(OFFERS, call.body()))
        .map(Reply::created);
  }

  private Future<Reply> readEntity(Call call) {
    return call.request(READ_ENTITY, new ReadEntityRequest(OFFERS, call.id()))
        .map(read -> Reply.plain(read.entity()).with("etag", Reply.etag(read.version())));
  }

  private Future<Reply> deleteEntity(Call call) {
    return call.request(DELETE_ENTITY, new DeleteEntityRequest(OFFERS, call.id(), call.ifMatch()))
        .map(done -> Reply.empty());
  }

  private Future<Reply> createOffer(Call call) {
    openApi.check("CreateOfferRequest", call.body());
    return call.result(CREATE_OFFER, CreateOfferRequest.class);
  }

  private Future<Reply> readOffer(Call call) {
    return call.request(READ_OFFER, new ReadOfferRequest(call.id())).map(Reply::plain);
  }

  private Future<Reply> withdrawOffer(Call call) {
    return call.request(WITHDRAW_OFFER, new WithdrawOfferRequest(call.id())).map(Reply::result);
  }

  private Future<Reply> readIssuerMetadata(Call call, String issuer) {
    var request = new ReadIssuerMetadataRequest(issuer, call.prefers(MediaTypes.JWT));
    return call.request(READ_ISSUER_METADATA, request)
        .map(WalletRoutes::reply)
        .map(reply -> reply.with("vary", "accept"));
  }

  private Future<Reply> readAuthorizationMetadata(Call call) {
    return call.request(READ_AUTHORIZATION_METADATA, new ReadAuthorizationMetadataRequest())
        .map(read -> Reply.plain(read.document()));
  }

  private Future<Reply> readCredentialOffer(Call call) {
    return call.request(READ_CREDENTIAL_OFFER, new ReadCredentialOfferRequest(call.path("secret")))
        .map(read -> Reply.plain(read.document()));
  }

  private Future<Reply> issueAccessToken(Call call) {
    Map<String, String> fields = new HashMap<>();
    Json.read(call.body())
        .properties()
        .forEach(field -> fields.put(field.getKey(), field.getValue().textValue()));
    var request =
        new IssueAccessTokenRequest(
            fields, call.headers(DPOP), call.headers(ATTESTATION), call.headers(ATTESTATION_PROOF));
    return call.request(ISSUE_ACCESS_TOKEN, request).map(WalletRoutes::reply);
  }

  private Future<Reply> issueNonce(Call call) {
    return call.request(ISSUE_NONCE, new IssueNonceRequest()).map(WalletRoutes::reply);
  }

  private Future<Reply> issueCopies(Call call) {
    return call.request(ISSUE_COPIES, new IssueCopiesRequest(access(call), call.body()))
        .map(WalletRoutes::reply);
  }

  private Future<Reply> issueDeferredCopies(Call call) {
    return call.request(
            ISSUE_DEFERRED_COPIES, new IssueDeferredCopiesRequest(access(call), call.body()))
        .map(WalletRoutes::reply);
  }

  private Future<Reply> notifyIssuer(Call call) {
    return call.request(NOTIFY_ISSUER, new NotifyIssuerRequest(access(call), call.body()))
        .map(WalletRoutes::reply);
  }

  private static AccessToken access(Call call) {
    MultiMap headers = call.request().headers();
    Optional<WalletToken> sent =
        call.context().caller().known() ? WalletToken.verifiedIn(headers) : WalletToken.in(headers);
    return new AccessToken(
        sent.map(WalletToken::scheme).orElse(null),
        sent.map(WalletToken::token).orElse(null),
        call.headers(DPOP),
        sent.map(WalletToken::thumbprint).orElse(null));
  }

  private static Reply reply(WalletReply read) {
    Map<String, String> headers = new HashMap<>(read.headers());
    headers.put("content-type", read.jwt() == null ? MediaTypes.JSON : MediaTypes.JWT);
    if (read.jwt() != null) {
      return Reply.document(read.status(), JsonBytes.of(read.jwt()), headers);
    }
    return Reply.document(read.status(), read.body() == null ? EMPTY : read.body(), headers);
  }
}
