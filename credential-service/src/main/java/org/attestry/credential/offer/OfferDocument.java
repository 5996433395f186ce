package org.attestry.credential.offer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.attestry.credential.key.Issuers;
import org.attestry.runtime.json.Json;

/**
 * The addresses and documents of offers (OpenID4VCI 1.0, section 4.1).
 *
 * @param publicBase the public address of the gateway, without trailing slash
 * @param provider the issuer of the identity provider, with whose tokens wallets get credentials of
 *     their user; empty for none
 */
public record OfferDocument(String publicBase, String provider, Issuers issuers) {

  /** The grant by which a wallet redeems the code of an offer. */
  public static final String GRANT = "urn:ietf:params:oauth:grant-type:pre-authorized_code";

  /** The form field, and the member of an offer, with the code. */
  public static final String CODE = "pre-authorized_code";

  /** Whether users of wallets can log in. */
  boolean hasProvider() {
    return !provider.isEmpty();
  }

  /** The credential issuer identifier (section 12.2.1) of the issuer of a credential. */
  public String credentialIssuer(String did) {
    return issuers.hostedName(did).map(this::credentialIssuerOf).orElse(publicBase);
  }

  /** The credential issuer identifier of the issuer with a name; of the default one for null. */
  public String credentialIssuerOf(String name) {
    return name == null ? publicBase : publicBase + "/issuers/" + name;
  }

  String address(OfferSecret secret) {
    return publicBase + "/oid4vci/offers/" + secret.text();
  }

  String link(OfferSecret secret) {
    return "openid-credential-offer://?credential_offer_uri="
        + URLEncoder.encode(address(secret), StandardCharsets.UTF_8);
  }

  ObjectNode of(Offer offer, OfferSecret secret) {
    ObjectNode document = Json.object().put("credential_issuer", credentialIssuer(offer.issuer()));
    offer.configurations().forEach(document.putArray("credential_configuration_ids")::add);
    ObjectNode grants = document.putObject("grants");
    ObjectNode grant = grants.putObject(GRANT);
    grant.put(CODE, secret.code());
    if (hasProvider()) {
      grant.put("authorization_server", publicBase);
    }
    if (offer.needsTransactionCode()) {
      grant.putObject("tx_code").put("input_mode", "numeric").put("length", 6);
    }
    if (hasProvider() && offer.login()) {
      grants
          .putObject("authorization_code")
          .put("issuer_state", offer.id().toString())
          .put("authorization_server", provider);
    }
    return document;
  }
}
