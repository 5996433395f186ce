package org.attestry.credential.presentation;

import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.credential.PresentationOperations.PresentationQuery;
import org.attestry.contracts.credential.PresentationOperations.QrImage;
import org.attestry.contracts.credential.PresentationOperations.RequestPresentationRequest;
import org.attestry.contracts.credential.PresentationOperations.RequestedPresentation;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.call.QrCodes;
import org.attestry.runtime.identifier.Ids;
import org.attestry.runtime.identifier.RandomBits;
import org.attestry.runtime.identifier.Sha256;

/**
 * Makes requests for presentations. The content of the QR code opens the request to a wallet, and
 * nothing else: the result has another id, and only the caller reads it.
 */
public final class RequestPresentation {

  private static final int REFERENCE_BYTES = 32;
  private static final int NONCE_BYTES = 24;

  private final PgPresentations store;
  private final PgPresentationQueries queries;
  private final RequestedQuery requested;
  private final VerifierIdentity verifier;
  private final ResponseKeys keys;
  private final QrCodes codes;
  private final CryptoWorkers compute;
  private final Settings settings;
  private final Clock clock;

  /**
   * The limits of requests.
   *
   * @param prefix for requests that name none
   * @param redirects where users of wallets may go on
   * @param kept how long a request is open
   * @param most the largest number of requests of a caller
   */
  public record Settings(
      Verifiers verifiers,
      ClientIdPrefix prefix,
      RedirectOrigins redirects,
      Duration kept,
      int most) {}

  public RequestPresentation(
      PgPresentations store,
      PgPresentationQueries queries,
      RequestedQuery requested,
      VerifierIdentity verifier,
      ResponseKeys keys,
      QrCodes codes,
      CryptoWorkers compute,
      Settings settings,
      Clock clock) {
    this.store = store;
    this.queries = queries;
    this.requested = requested;
    this.verifier = verifier;
    this.keys = keys;
    this.codes = codes;
    this.compute = compute;
    this.settings = settings;
    this.clock = clock;
  }

  /** A request and the way to it, which only its first reader gets. */
  private record Made(StoredPresentation stored, String reference, RequestedPresentation view) {}

  /**
   * Fails UNAUTHENTICATED without a token, FORBIDDEN without a role, INVALID with pointers into the
   * request, RATE_LIMITED if the caller has too many requests.
   */
  public Future<RequestedPresentation> handle(
      RequestPresentationRequest request, CallContext context) {
    settings.verifiers().check(context.caller());
    ClientIdPrefix prefix = prefix(request.clientIdPrefix());
    ResponseMode mode = mode(request.responseMode());
    String method = method(request.requestUriMethod());
    settings.redirects().check(request.redirectUri());
    return query(request, context)
        .compose(query -> verifier.prepare(prefix).map(query))
        .compose(
            query ->
                compute.run(
                    context.deadline(),
                    () -> made(query, prefix, mode, method, request.redirectUri(), context)))
        .compose(this::stored);
  }

  private ClientIdPrefix prefix(String text) {
    return text == null
        ? settings.prefix()
        : ClientIdPrefix.of(text)
            .orElseThrow(
                () ->
                    RequestedQuery.invalid(
                        "/clientIdPrefix",
                        "enum",
                        "clientIdPrefix must be decentralized_identifier, x509_san_dns, x509_hash"
                            + " or redirect_uri."));
  }

  private static ResponseMode mode(String text) {
    return text == null
        ? ResponseMode.DIRECT_POST_JWT
        : ResponseMode.of(text)
            .orElseThrow(
                () ->
                    RequestedQuery.invalid(
                        "/responseMode",
                        "enum",
                        "responseMode must be direct_post.jwt or direct_post."));
  }

  private static String method(String text) {
    if (text != null && !text.equals("get") && !text.equals("post")) {
      throw RequestedQuery.invalid(
          "/requestUriMethod", "enum", "requestUriMethod must be get or post.");
    }
    return text == null ? "get" : text;
  }

  private Future<JsonBytes> query(RequestPresentationRequest request, CallContext context) {
    if (request.query() == null) {
      return requested.of(
          request.dcqlQuery(), request.type(), request.policy(), request.claims(), context);
    }
    if (request.dcqlQuery() != null || request.type() != null) {
      throw RequestedQuery.invalid("/query", "oneOf", "Send one of query, dcqlQuery and type.");
    }
    return queries
        .find(request.query())
        .map(
            found ->
                found
                    .map(PresentationQuery::dcqlQuery)
                    .orElseThrow(
                        () ->
                            RequestedQuery.invalid(
                                "/query", "unknown", "No query is stored under this name.")));
  }

  private Made made(
      JsonBytes query,
      ClientIdPrefix prefix,
      ResponseMode mode,
      String method,
      String redirectUri,
      CallContext context) {
    UUID id = Ids.next();
    String reference = RandomBits.text(REFERENCE_BYTES);
    Instant now = clock.instant();
    StoredPresentation stored =
        StoredPresentation.open(
            id,
            context.caller().userId(),
            prefix,
            mode,
            query,
            RandomBits.text(NONCE_BYTES),
            RandomBits.text(NONCE_BYTES),
            mode == ResponseMode.DIRECT_POST_JWT ? keys.make(id.toString()) : null,
            redirectUri,
            now,
            now.plus(settings.kept()));
    return new Made(stored, reference, view(stored, reference, method));
  }

  private RequestedPresentation view(StoredPresentation stored, String reference, String method) {
    AuthorizationRequest request =
        new AuthorizationRequest(
            stored,
            verifier.clientId(stored.prefix(), reference),
            verifier.requestUri(reference),
            verifier.responseUri(reference));
    String byReference = request.linkByReference(method);
    String link =
        stored.prefix() == ClientIdPrefix.REDIRECT_URI ? request.linkByValue() : byReference;
    return new RequestedPresentation(
        stored.id().toString(),
        request.clientId(),
        request.requestUri(),
        link,
        code(link, byReference),
        stored.expiresAt());
  }

  /** Draws the link, or the shorter one if the link with all parameters does not fit. */
  private QrImage code(String link, String shorter) {
    String shown = codes.svg(link).isEmpty() ? shorter : link;
    return new QrImage(codes.svg(shown), codes.png(shown));
  }

  private Future<RequestedPresentation> stored(Made made) {
    return store
        .insert(made.stored(), Sha256.hex(made.reference()), settings.most())
        .map(
            inserted -> {
              if (!inserted) {
                throw tooMany();
              }
              return made.view();
            });
  }

  private FailureException tooMany() {
    return FailureException.of(
        FailureKind.RATE_LIMITED,
        "credential.presentation.too-many",
        ("You have %d requests for presentations already (PRESENTATION_MOST): delete some, or wait"
                + " until they expire.")
            .formatted(settings.most()));
  }
}
