package org.attestry.credential.offer;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Future;
import java.time.Clock;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.JsonBytes;
import org.attestry.contracts.registry.FindHeldCredentialsRequest.Issued;
import org.attestry.credential.call.CryptoWorkers;
import org.attestry.credential.stored.StoredCredential;
import org.attestry.runtime.json.Json;

/**
 * Checks by a request to the registry that an offer is still valid: the record has exactly this
 * credential, and the owners for whom the offer was made.
 */
public record OfferStanding(
    OfferedCredentials credentials, PgOffers offers, CryptoWorkers compute, Clock clock) {

  /** The state of an offer's credential and owners. */
  public enum State {
    /** The record has the credential and the same owners. */
    STANDS,
    /** The credential is yet to be signed. */
    DUE,
    ENDED
  }

  /**
   * @param credential a credential that the offer did not name before; else null
   */
  public record Standing(State state, StoredCredential credential) {

    static Standing of(State state) {
      return new Standing(state, null);
    }
  }

  /**
   * Compares an offer with the registry. If the credential was not signed before, the offer names
   * it from now on.
   */
  public Future<Standing> of(Offer offer, CallContext context) {
    return offer.isDue() ? ofDue(offer, context) : stands(offer, context).map(OfferStanding::of);
  }

  private static Standing of(boolean stands) {
    return Standing.of(stands ? State.STANDS : State.ENDED);
  }

  private Future<Boolean> stands(Offer offer, CallContext context) {
    Issued issued =
        new Issued(offer.entityType(), offer.entityId(), offer.credentialId(), offer.digest());
    return credentials
        .owners(issued, context.asNobody())
        .map(now -> now.held() && OfferedCredentials.hash(now.owners()).equals(offer.ownersHash()));
  }

  /** If the credential was signed meanwhile, the offer names it from now on. */
  private Future<Standing> ofDue(Offer offer, CallContext context) {
    return ofRecord(offer, context)
        .compose(
            now ->
                now.credential() == null
                    ? Future.succeededFuture(now)
                    : offers.nameCredential(offer.id(), now.credential().id()).map(now));
  }

  /**
   * Compares the owners of an offer with the registry, and returns the credential that the record
   * or attestation has now, whichever the offer names.
   */
  public Future<Standing> ofRecord(Offer offer, CallContext context) {
    return credentials
        .current(offer, context.asNobody())
        .compose(
            now -> {
              boolean same = OfferedCredentials.hash(now.owners()).equals(offer.ownersHash());
              return same && now.credential() != null
                  ? inForce(now.credential(), context)
                  : Future.succeededFuture(
                      Standing.of(same && now.due() ? State.DUE : State.ENDED));
            });
  }

  private Future<Standing> inForce(JsonBytes credential, CallContext context) {
    return compute
        .run(context.deadline(), () -> id(credential))
        .compose(id -> offers.findOfferable(id, credential, clock.instant()))
        .map(
            found ->
                found
                    .map(stored -> new Standing(State.STANDS, stored))
                    .orElseGet(() -> Standing.of(State.ENDED)));
  }

  /** Returns the {@code id} of a credential. Takes CPU time. */
  static String id(JsonBytes credential) {
    JsonNode parsed = Json.parse(credential);
    return parsed.path(parsed.has("@id") ? "@id" : "id").asText();
  }
}
