package org.attestry.credential.dcql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The requested credentials and claims (Digital Credentials Query Language; OpenID4VP 1.0, section
 * 6).
 *
 * @param sets alternatives of credentials; empty if all credentials are requested
 */
public record DcqlQuery(List<CredentialQuery> credentials, List<CredentialSet> sets) {

  public DcqlQuery {
    credentials = List.copyOf(credentials);
    sets = List.copyOf(sets);
  }

  /** Returns the query for the credential with an id. */
  public Optional<CredentialQuery> credential(String id) {
    return credentials.stream().filter(one -> one.id().equals(id)).findFirst();
  }

  /**
   * A requested credential (section 6.1).
   *
   * @param id its name in the response
   * @param multiple whether several credentials may be presented
   * @param types alternatives: the types of a credential contain all of one of them
   * @param authorities key identifiers, one of which must be in a certificate of the credential;
   *     empty for any credential
   * @param holderBound whether the holder must prove possession of its key
   * @param claims the requested claims; empty if no selectively disclosable claim is requested
   * @param claimSets alternatives of claims, by their ids; empty if all claims are requested
   */
  public record CredentialQuery(
      String id,
      PresentedFormat format,
      boolean multiple,
      List<Set<String>> types,
      Set<String> authorities,
      boolean holderBound,
      List<ClaimQuery> claims,
      List<List<String>> claimSets) {

    public CredentialQuery {
      types = List.copyOf(types);
      authorities = Set.copyOf(authorities);
      claims = List.copyOf(claims);
      claimSets = List.copyOf(claimSets);
    }
  }

  /**
   * A requested claim (section 6.3).
   *
   * @param id or null
   * @param values accepted values; empty for any value
   */
  public record ClaimQuery(String id, ClaimPath path, List<JsonNode> values) {

    public ClaimQuery {
      values = List.copyOf(values);
    }
  }

  /**
   * Alternatives of credentials for one purpose (section 6.2).
   *
   * @param options ids of credentials that are presented together
   */
  public record CredentialSet(List<List<String>> options, boolean required) {

    public CredentialSet {
      options = List.copyOf(options);
    }
  }
}
