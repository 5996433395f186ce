package org.attestry.contracts.credential;

import java.time.Instant;
import java.util.List;
import org.attestry.contracts.Done;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.contracts.Violation;
import org.attestry.contracts.credential.CredentialOperations.VerificationView;

/**
 * The operations of credential-service that request presentations from wallets and receive them
 * (OpenID for Verifiable Presentations 1.0), and those about stored queries.
 */
public final class PresentationOperations {

  /** Makes a request for a presentation, for a caller with one of the roles of VERIFIER_ROLES. */
  public static final Operation<RequestPresentationRequest, RequestedPresentation>
      REQUEST_PRESENTATION =
          Operation.of(
                  "credential.requestPresentation.v1",
                  RequestPresentationRequest.class,
                  RequestedPresentation.class)
              .sentOnce();

  /** Reads what a wallet answered, for the caller who made the request and for nobody else. */
  public static final Operation<ReadPresentationRequest, PresentationResult> READ_PRESENTATION =
      Operation.of(
          "credential.readPresentation.v1",
          ReadPresentationRequest.class,
          PresentationResult.class);

  /** Deletes a request and what a wallet answered, for the caller who made the request. */
  public static final Operation<DeletePresentationRequest, Done> DELETE_PRESENTATION =
      Operation.of("credential.deletePresentation.v1", DeletePresentationRequest.class, Done.class);

  /** Signs the request for the wallet that has its address (section 5). */
  public static final Operation<ReadRequestObjectRequest, RequestObject> READ_REQUEST_OBJECT =
      Operation.of(
              "credential.readRequestObject.v1",
              ReadRequestObjectRequest.class,
              RequestObject.class)
          .sentOnce();

  /** Takes and verifies the response of a wallet (section 8). */
  public static final Operation<ReceivePresentationRequest, ReceivedPresentation>
      RECEIVE_PRESENTATION =
          Operation.of(
                  "credential.receivePresentation.v1",
                  ReceivePresentationRequest.class,
                  ReceivedPresentation.class)
              .sentOnce();

  /** Stores a query under a name, for an admin; a stored one of the name is replaced. */
  public static final Operation<StorePresentationQueryRequest, PresentationQuery>
      STORE_PRESENTATION_QUERY =
          Operation.of(
              "credential.storePresentationQuery.v1",
              StorePresentationQueryRequest.class,
              PresentationQuery.class);

  /** Lists the stored queries, for an admin and for callers who may use them. */
  public static final Operation<ListPresentationQueriesRequest, PresentationQueriesView>
      LIST_PRESENTATION_QUERIES =
          Operation.of(
              "credential.listPresentationQueries.v1",
              ListPresentationQueriesRequest.class,
              PresentationQueriesView.class);

  /** Reads a stored query, for an admin and for callers who may use it. */
  public static final Operation<ReadPresentationQueryRequest, PresentationQuery>
      READ_PRESENTATION_QUERY =
          Operation.of(
              "credential.readPresentationQuery.v1",
              ReadPresentationQueryRequest.class,
              PresentationQuery.class);

  /** Deletes a stored query, for an admin; replies with the deleted query. */
  public static final Operation<DeletePresentationQueryRequest, PresentationQuery>
      DELETE_PRESENTATION_QUERY =
          Operation.of(
              "credential.deletePresentationQuery.v1",
              DeletePresentationQueryRequest.class,
              PresentationQuery.class);

  private PresentationOperations() {}

  /**
   * What is requested. Exactly one of {@code dcqlQuery}, {@code type} and {@code query} is there.
   *
   * @param dcqlQuery a query (OpenID4VP 1.0, section 6), a JSON object
   * @param type a published type, whose SD-JWT is requested with {@code claims}
   * @param policy of the attestations whose credential is meant, or null; with {@code type} alone
   * @param claims names of claims, or claims path pointers, as a JSON array; with {@code type}
   *     alone
   * @param query the name of a stored query
   * @param responseMode {@code direct_post.jwt} (encrypted) or {@code direct_post}; null for the
   *     former
   * @param clientIdPrefix how the wallet identifies the verifier (section 5.9): {@code
   *     decentralized_identifier}, {@code x509_san_dns}, {@code x509_hash} or {@code redirect_uri};
   *     null for the one of the settings
   * @param requestUriMethod {@code get} or {@code post}: how the wallet reads the request; null for
   *     the former
   * @param redirectUri the page on which the user of the wallet goes on after the response; null
   *     for none
   */
  public record RequestPresentationRequest(
      JsonBytes dcqlQuery,
      String type,
      String policy,
      JsonBytes claims,
      String query,
      String responseMode,
      String clientIdPrefix,
      String requestUriMethod,
      String redirectUri) {

    /** A request after which the user of the wallet goes nowhere. */
    public RequestPresentationRequest(
        JsonBytes dcqlQuery,
        String type,
        String policy,
        JsonBytes claims,
        String query,
        String responseMode,
        String clientIdPrefix,
        String requestUriMethod) {
      this(
          dcqlQuery,
          type,
          policy,
          claims,
          query,
          responseMode,
          clientIdPrefix,
          requestUriMethod,
          null);
    }
  }

  /**
   * A request for a presentation.
   *
   * @param requestId by which the caller reads the result
   * @param clientId the verifier, as the wallet sees it
   * @param requestUri the address at which the wallet reads the request
   * @param link opens a wallet with the request
   * @param expiresAt until when a wallet may answer
   */
  public record RequestedPresentation(
      String requestId,
      String clientId,
      String requestUri,
      String link,
      QrImage qrCode,
      Instant expiresAt) {}

  /**
   * The link as QR code.
   *
   * @param svg the text of an SVG image
   * @param png a PNG image in a {@code data:} address
   */
  public record QrImage(String svg, String png) {}

  /**
   * @param responseCode that the wallet took to the redirectUri of the request; null without one
   */
  public record ReadPresentationRequest(String requestId, String responseCode) {

    /** Reads the result of a request without redirectUri. */
    public ReadPresentationRequest(String requestId) {
      this(requestId, null);
    }
  }

  public record DeletePresentationRequest(String requestId) {}

  /** How far a request is. */
  public enum PresentationState {
    /** No wallet has answered. */
    OPEN,
    /** A wallet presented what was requested. */
    ANSWERED,
    /** A wallet answered that it presents nothing. */
    DECLINED
  }

  /**
   * What a wallet answered.
   *
   * @param expiresAt until when a wallet may answer, or the result is kept
   * @param verified whether each credential is verified; null unless ANSWERED, and without the
   *     response code that the request needs
   * @param credentials what was presented; empty where verified is null
   * @param error what the wallet answered; null unless DECLINED
   * @param refused the responses that were refused; null if there were none
   */
  public record PresentationResult(
      String requestId,
      PresentationState state,
      Instant expiresAt,
      Boolean verified,
      List<PresentedCredential> credentials,
      WalletError error,
      RefusedResponses refused) {

    public PresentationResult {
      credentials = credentials == null ? List.of() : List.copyOf(credentials);
    }
  }

  /**
   * A credential that was presented, whose proofs by issuer and holder hold.
   *
   * @param id of the credential in the query
   * @param format {@code dc+sd-jwt}, {@code jwt_vc_json} or {@code ldp_vc}
   * @param types the {@code vct}, or the types of a W3C credential as IRIs
   * @param verified whether every check is OK
   * @param claims those that were disclosed, from the root of the credential
   */
  public record PresentedCredential(
      String id,
      String format,
      List<String> types,
      String issuer,
      boolean verified,
      List<VerificationView.Check> checks,
      JsonBytes claims) {

    public PresentedCredential {
      types = List.copyOf(types);
      checks = List.copyOf(checks);
    }
  }

  /**
   * An Authorization Error Response (section 8.5).
   *
   * @param code such as {@code access_denied}
   * @param description or null
   */
  public record WalletError(String code, String description) {}

  /**
   * Responses that were no presentation of what is requested.
   *
   * @param count how many there were
   * @param violations what was wrong with the last one, with pointers into it
   */
  public record RefusedResponses(int count, List<Violation> violations) {

    public RefusedResponses {
      violations = List.copyOf(violations);
    }
  }

  /**
   * @param reference the last part of the request's address
   * @param walletNonce that the signed request must have, or null
   */
  public record ReadRequestObjectRequest(String reference, String walletNonce) {}

  /**
   * @param jwt a JWT of the type {@code oauth-authz-req+jwt} (RFC 9101)
   */
  public record RequestObject(String jwt) {}

  /**
   * An Authorization Response. One of {@code response}, {@code vpToken} and {@code error} is there.
   *
   * @param reference the last part of the address that it was sent to
   * @param response a JWE with the other parameters, or null
   * @param vpToken a JSON object as text, or null
   * @param state or null
   * @param error or null
   * @param errorDescription or null
   */
  public record ReceivePresentationRequest(
      String reference,
      String response,
      String vpToken,
      String state,
      String error,
      String errorDescription) {}

  /**
   * What the wallet does after its response.
   *
   * @param redirectUri where it sends its user, with the response code; null for nowhere
   */
  public record ReceivedPresentation(String redirectUri) {}

  /**
   * @param name 1 to 100 letters A to Z and a to z, digits, '.', '_' and '-'
   * @param description for people, or null
   * @param dcqlQuery as in {@link RequestPresentationRequest}, as are the others
   */
  public record StorePresentationQueryRequest(
      String name,
      String description,
      JsonBytes dcqlQuery,
      String type,
      String policy,
      JsonBytes claims) {}

  /**
   * A stored query.
   *
   * @param dcqlQuery null in lists
   */
  public record PresentationQuery(
      String name, String description, JsonBytes dcqlQuery, Instant osUpdatedAt) {}

  public record ListPresentationQueriesRequest(int limit, int offset) {}

  /**
   * @param totalCount the number of all stored queries
   * @param data a page of them, ordered by name
   */
  public record PresentationQueriesView(long totalCount, List<PresentationQuery> data) {

    public PresentationQueriesView {
      data = List.copyOf(data);
    }
  }

  public record ReadPresentationQueryRequest(String name) {}

  public record DeletePresentationQueryRequest(String name) {}
}
