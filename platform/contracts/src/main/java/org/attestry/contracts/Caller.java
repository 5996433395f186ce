package org.attestry.contracts;

import java.util.HashSet;
import java.util.Set;

/**
 * The caller, read by the gateway from a verified token; {@link #NOBODY} when no token was sent.
 *
 * @param userId the identity provider's user id ({@code sub}), null without a token
 * @param email the token's e-mail address, or null
 * @param roles the token's realm roles
 * @param entities the entity types in the token's {@code entity} claim
 * @param consents the fields that a consent token's scope or {@code consent} claim names; they are
 *     fields of the user's own records, which the user's token can read in full anyway
 * @param admin whether the caller holds the configured admin role
 * @param tokenId the token's {@code jti} (RFC 7519 section 4.1.7), or null
 */
public record Caller(
    String userId,
    String email,
    Set<String> roles,
    Set<String> entities,
    Set<String> consents,
    boolean admin,
    String tokenId) {

  /** The role of every caller, with or without a token. */
  public static final String ANONYMOUS_ROLE = "anonymous";

  public static final Caller NOBODY = new Caller(null, null, Set.of(), Set.of(), Set.of(), false);

  /** Creates a caller whose token has no id. */
  public Caller(
      String userId,
      String email,
      Set<String> roles,
      Set<String> entities,
      Set<String> consents,
      boolean admin) {
    this(userId, email, roles, entities, consents, admin, null);
  }

  public Caller {
    roles = roles == null ? Set.of() : Set.copyOf(roles);
    entities = entities == null ? Set.of() : Set.copyOf(entities);
    consents = consents == null ? Set.of() : Set.copyOf(consents);
  }

  /** Whether a valid token was sent with the request. */
  public boolean known() {
    return userId != null;
  }

  /** Whether the caller holds the role, {@code anonymous} included. */
  public boolean holds(String role) {
    return ANONYMOUS_ROLE.equals(role) || roles.contains(role);
  }

  /** Returns the caller without these roles. */
  public Caller without(Set<String> former) {
    Set<String> others = new HashSet<>(roles);
    return others.removeAll(former)
        ? new Caller(userId, email, others, entities, consents, admin, tokenId)
        : this;
  }

  /** Whether the caller holds at least one of the roles. */
  public boolean holdsOneOf(Iterable<String> wanted) {
    for (String role : wanted) {
      if (holds(role)) {
        return true;
      }
    }
    return false;
  }
}
