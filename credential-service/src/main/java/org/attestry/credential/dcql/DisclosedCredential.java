package org.attestry.credential.dcql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/**
 * A credential as its holder disclosed it.
 *
 * @param types the {@code vct} of an SD-JWT, or the types of a W3C credential, as IRIs
 * @param authorities key identifiers of the authorities in its certificates, in base64url
 * @param holderBound whether its holder proved possession of its key
 * @param claims from the root of the credential
 */
public record DisclosedCredential(
    PresentedFormat format,
    Set<String> types,
    Set<String> authorities,
    boolean holderBound,
    JsonNode claims) {

  public DisclosedCredential {
    types = Set.copyOf(types);
    authorities = Set.copyOf(authorities);
  }
}
