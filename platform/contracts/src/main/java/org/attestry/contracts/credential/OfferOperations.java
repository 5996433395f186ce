package org.attestry.contracts.credential;

import java.time.Instant;
import java.util.List;
import org.attestry.contracts.Operation;

/**
 * The operations of credential-service on offers of credentials to wallets (OpenID4VCI 1.0, section
 * 4). Who may offer is decided by registry-service.
 */
public final class OfferOperations {

  /**
   * Offers the credential of a record or attestation to a wallet. Fails RATE_LIMITED if the record
   * or the caller has too many open offers, and as registry-service fails for a caller who may not
   * offer the credential.
   */
  public static final Operation<CreateOfferRequest, CreatedOffer> CREATE_OFFER =
      Operation.of("credential.createOffer.v1", CreateOfferRequest.class, CreatedOffer.class)
          .sentOnce();

  /** Reads the state of an offer, for callers who may offer the credential now, and the offerer. */
  public static final Operation<ReadOfferRequest, OfferView> READ_OFFER =
      Operation.of("credential.readOffer.v1", ReadOfferRequest.class, OfferView.class);

  /**
   * Withdraws an open offer, for the same callers. Of an accepted offer, the wallet keeps what it
   * received, and can renew nothing any more.
   */
  public static final Operation<WithdrawOfferRequest, OfferView> WITHDRAW_OFFER =
      Operation.of("credential.withdrawOffer.v1", WithdrawOfferRequest.class, OfferView.class);

  private OfferOperations() {}

  /**
   * @param type the entity type
   * @param id the entity
   * @param policy the policy of the attestation whose credential is offered; null for the entity's
   *     own
   * @param attestationId the osid of the attestation's record, or the name of its property; null
   *     without a policy
   * @param transactionCode whether the wallet's user must enter a code; null for the default: if
   *     somebody other than the owner offers
   * @param refresh whether the wallet may renew what it receives when the record changes, which
   *     only the owner allows; null for no
   * @param login whether the wallet may have its user log in at the identity provider instead; null
   *     for no
   */
  public record CreateOfferRequest(
      String type,
      String id,
      String policy,
      String attestationId,
      Boolean transactionCode,
      Boolean refresh,
      Boolean login) {

    /** An offer that is redeemed by its code alone. */
    public CreateOfferRequest(
        String type,
        String id,
        String policy,
        String attestationId,
        Boolean transactionCode,
        Boolean refresh) {
      this(type, id, policy, attestationId, transactionCode, refresh, null);
    }
  }

  /**
   * A new offer. Its secrets are shown in this reply and never again.
   *
   * @param id the offer's id
   * @param link the address that opens a wallet, {@code openid-credential-offer://…}
   * @param address the https address of the offer, which the link refers to
   * @param transactionCode the code that the wallet's user must enter; null for none
   * @param configurations the credential configurations that the wallet can choose from
   * @param qrCode the link as QR code
   */
  public record CreatedOffer(
      String id,
      String link,
      String address,
      String transactionCode,
      List<String> configurations,
      QrImages qrCode,
      Instant expiresAt) {

    public CreatedOffer {
      configurations = List.copyOf(configurations);
    }
  }

  /**
   * @param svg an SVG document
   * @param png a PNG image as {@code data:} address
   */
  public record QrImages(String svg, String png) {}

  /**
   * @param id the offer's id
   */
  public record ReadOfferRequest(String id) {}

  /**
   * @param id the offer's id
   */
  public record WithdrawOfferRequest(String id) {}

  /**
   * An offer without its secrets.
   *
   * @param policy null for the entity's own credential
   * @param attestationId null without a policy
   * @param acceptedAt when a wallet redeemed it, or null
   * @param copies the number of copies that the wallet received of the credential
   * @param refresh whether the wallet can renew them when the record changes
   */
  public record OfferView(
      String id,
      State state,
      String type,
      String entityId,
      String policy,
      String attestationId,
      Instant createdAt,
      Instant expiresAt,
      Instant acceptedAt,
      int copies,
      boolean refresh) {}

  /** The states of an offer. */
  public enum State {
    OPEN,
    ACCEPTED,
    EXPIRED,
    /** Withdrawn by a caller, or because the credential or its owner is not the same any more. */
    WITHDRAWN
  }
}
