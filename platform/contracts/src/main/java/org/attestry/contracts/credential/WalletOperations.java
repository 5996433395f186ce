package org.attestry.contracts.credential;

import java.util.List;
import java.util.Map;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.Operation;
import org.attestry.contracts.credential.CredentialOperations.PublicDocument;

/**
 * The operations of credential-service that wallets use (OpenID4VCI 1.0), for the gateway alone.
 * What the protocol refuses is a {@link WalletReply} with the protocol's error, not a failure.
 */
public final class WalletOperations {

  /** Reads the metadata of a credential issuer (section 12.2). */
  public static final Operation<ReadIssuerMetadataRequest, WalletReply> READ_ISSUER_METADATA =
      Operation.of(
          "credential.readIssuerMetadata.v1", ReadIssuerMetadataRequest.class, WalletReply.class);

  /** Reads the metadata of the authorization server for pre-authorized codes (RFC 8414). */
  public static final Operation<ReadAuthorizationMetadataRequest, PublicDocument>
      READ_AUTHORIZATION_METADATA =
          Operation.of(
              "credential.readAuthorizationMetadata.v1",
              ReadAuthorizationMetadataRequest.class,
              PublicDocument.class);

  /** Reads an offer by its secret (section 4.1.3); NOT_FOUND unless it is open. */
  public static final Operation<ReadCredentialOfferRequest, PublicDocument> READ_CREDENTIAL_OFFER =
      Operation.of(
          "credential.readCredentialOffer.v1",
          ReadCredentialOfferRequest.class,
          PublicDocument.class);

  /** Redeems a pre-authorized code (section 6), or a refresh token (RFC 6749, section 6). */
  public static final Operation<IssueAccessTokenRequest, WalletReply> ISSUE_ACCESS_TOKEN =
      Operation.of(
              "credential.issueAccessToken.v1", IssueAccessTokenRequest.class, WalletReply.class)
          .sentOnce();

  /** Makes a nonce for proofs of possession (section 7). */
  public static final Operation<IssueNonceRequest, WalletReply> ISSUE_NONCE =
      Operation.of("credential.issueNonce.v1", IssueNonceRequest.class, WalletReply.class);

  /** Issues copies of the offered credential, each bound to a key of the wallet (section 8). */
  public static final Operation<IssueCopiesRequest, WalletReply> ISSUE_COPIES =
      Operation.of("credential.issueCopies.v1", IssueCopiesRequest.class, WalletReply.class)
          .sentOnce();

  /** Issues copies that were requested before their credential was signed (section 9). */
  public static final Operation<IssueDeferredCopiesRequest, WalletReply> ISSUE_DEFERRED_COPIES =
      Operation.of(
              "credential.issueDeferredCopies.v1",
              IssueDeferredCopiesRequest.class,
              WalletReply.class)
          .sentOnce();

  /** Keeps what a wallet did with the credentials that it received (section 11). */
  public static final Operation<NotifyIssuerRequest, WalletReply> NOTIFY_ISSUER =
      Operation.of("credential.notifyIssuer.v1", NotifyIssuerRequest.class, WalletReply.class);

  private WalletOperations() {}

  /**
   * @param issuer the issuer's name, or null for the default one
   * @param signed whether the metadata is returned as a JWT (section 12.2.3)
   */
  public record ReadIssuerMetadataRequest(String issuer, boolean signed) {}

  /** Has no parameters. */
  public record ReadAuthorizationMetadataRequest() {}

  /**
   * @param secret the last segment of the offer's address
   */
  public record ReadCredentialOfferRequest(String secret) {}

  /**
   * @param fields the fields of the form
   * @param dpop the values of the header {@code DPoP} (RFC 9449)
   * @param attestations those of {@code OAuth-Client-Attestation}; null for none
   * @param attestationProofs those of {@code OAuth-Client-Attestation-PoP}; null for none
   */
  public record IssueAccessTokenRequest(
      Map<String, String> fields,
      List<String> dpop,
      List<String> attestations,
      List<String> attestationProofs) {

    public IssueAccessTokenRequest {
      fields = Map.copyOf(fields);
      dpop = List.copyOf(dpop);
      attestations = attestations == null ? List.of() : List.copyOf(attestations);
      attestationProofs = attestationProofs == null ? List.of() : List.copyOf(attestationProofs);
    }

    /** A request without attestation of the client. */
    public IssueAccessTokenRequest(Map<String, String> fields, List<String> dpop) {
      this(fields, dpop, List.of(), List.of());
    }
  }

  /** Has no parameters. */
  public record IssueNonceRequest() {}

  /**
   * The access token that a request has.
   *
   * @param scheme {@code Bearer} or {@code DPoP}, as sent; null without a token
   * @param token null without a token; the caller is known if the identity provider issued it
   * @param dpop the values of the header {@code DPoP}
   * @param thumbprint of the key that a token of the identity provider is bound to; else null
   */
  public record AccessToken(String scheme, String token, List<String> dpop, String thumbprint) {

    public AccessToken {
      dpop = List.copyOf(dpop);
    }

    /** A token of credential-service. */
    public AccessToken(String scheme, String token, List<String> dpop) {
      this(scheme, token, dpop, null);
    }
  }

  /**
   * @param body a JSON object, or the text of a JWE as a JSON string
   */
  public record IssueCopiesRequest(AccessToken access, JsonBytes body) {}

  /**
   * @param body as in {@link IssueCopiesRequest}
   */
  public record IssueDeferredCopiesRequest(AccessToken access, JsonBytes body) {}

  /**
   * @param body a JSON object
   */
  public record NotifyIssuerRequest(AccessToken access, JsonBytes body) {}

  /**
   * A reply of the protocol.
   *
   * @param status of HTTP
   * @param body a JSON object; null for none
   * @param jwt a JWT instead of the body; null for none
   * @param headers further headers
   */
  public record WalletReply(int status, JsonBytes body, String jwt, Map<String, String> headers) {

    public WalletReply {
      headers = Map.copyOf(headers);
    }
  }
}
