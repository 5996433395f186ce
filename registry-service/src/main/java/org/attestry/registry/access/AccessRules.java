package org.attestry.registry.access;

import java.util.List;
import org.attestry.contracts.Caller;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.schema.AttestationPolicy;
import org.attestry.contracts.schema.TypeConfig;

/**
 * The access rules for entities; no other class decides access. Access is granted by the type's
 * {@code roles}, {@code readRoles} and {@code createRoles}, or by ownership of the entity; an admin
 * may do everything here. Every caller holds the role {@code anonymous}. If access is refused, each
 * method throws FORBIDDEN for a caller with a token and UNAUTHENTICATED for a caller without one.
 *
 * <pre>
 * operation                        without a token           with a token
 * create                           createRoles has anonymous one of createRoles; all if it is empty
 * invite                           inviteRoles has anonymous one of inviteRoles; all if it is empty
 * change owners                    never                     admin only
 * read, search                     readRoles has anonymous   owner: full; one of readRoles, all if it
 *                                                            is empty: public; attestor: public and the
 *                                                            properties of claims open to the caller
 * list                             as read: all              own records
 * history                          never                     as replace
 * replace, delete, change property never                     owner; without owner one of roles;
 *                                                            delete: one of deleteRoles too
 * add property, revoke, send,      roles has anonymous and   as replace
 * files                            the entity has no owner   reading files: also an attestor of an
 *                                                            open claim over their property
 * read a claim                     readRoles has anonymous   as replace
 * bind a credential to a key       never                     owner
 * </pre>
 */
public final class AccessRules {

  private AccessRules() {}

  public static void create(TypeConfig config, Caller caller) {
    require(caller, caller.admin() || admits(config.createRoles(), caller));
  }

  public static void invite(TypeConfig config, Caller caller) {
    require(caller, caller.admin() || admits(config.inviteRoles(), caller));
  }

  /** The part of a decision about a write that does not depend on the entity. */
  public static void requireTokenUnlessOpen(TypeConfig config, Caller caller) {
    require(caller, caller.known() || isAnonymous(config.roles()));
  }

  /** The part of a decision about a read that does not depend on the entity. */
  public static void requireTokenUnlessReadable(TypeConfig config, Caller caller) {
    require(caller, caller.known() || isAnonymous(config.readRoles()));
  }

  /** Requires an admin. */
  public static void admin(Caller caller) {
    require(caller, caller.admin());
  }

  /** Requires a token, for operations that are never open to anonymous callers. */
  public static void requireToken(Caller caller) {
    require(caller, caller.known());
  }

  public static View read(TypeConfig config, Caller caller, List<String> owners) {
    if (caller.admin() || owns(caller, owners)) {
      return View.FULL;
    }
    require(caller, seesType(config, caller));
    return View.PUBLIC;
  }

  /**
   * Returns which entities a search finds. The caller's own entities are in full view; for an
   * admin, all entities are.
   */
  public static SearchScope search(TypeConfig config, Caller caller) {
    requireSearch(config);
    requireTokenUnlessReadable(config, caller);
    return caller.admin() || seesType(config, caller) ? SearchScope.ALL : SearchScope.OWN;
  }

  /** Returns which entities a list has. A list of more than the caller's own is a search. */
  public static SearchScope list(TypeConfig config, Caller caller) {
    requireTokenUnlessReadable(config, caller);
    if (caller.known()) {
      return SearchScope.OWN;
    }
    requireSearch(config);
    return SearchScope.ALL;
  }

  private static void requireSearch(TypeConfig config) {
    if (!config.enableSearch()) {
      String message = "Search is switched off for this type.";
      throw FailureException.of(FailureKind.FORBIDDEN, "registry.search.disabled", message);
    }
  }

  public static void change(TypeConfig config, Caller caller, List<String> owners) {
    require(caller, mayChange(config, caller, owners));
  }

  /** Whether the caller may change existing values; the right to add does not include it. */
  public static boolean mayChange(TypeConfig config, Caller caller, List<String> owners) {
    return caller.known() && holds(config, caller, owners);
  }

  public static void delete(TypeConfig config, Caller caller, List<String> owners) {
    boolean deleter = caller.holdsOneOf(config.deleteRoles());
    require(caller, caller.known() && (deleter || holds(config, caller, owners)));
  }

  /**
   * Returns the full view for owner and admin, and the public view for other callers who may change
   * the entity.
   */
  public static View viewOfChanger(TypeConfig config, Caller caller, List<String> owners) {
    require(caller, caller.known() && holds(config, caller, owners));
    return caller.admin() || owns(caller, owners) ? View.FULL : View.PUBLIC;
  }

  /**
   * The rule for adding a property, sending for attestation, and files. If the entity has an owner,
   * only that owner or an admin may do so, even for anonymous types.
   */
  public static void contribute(TypeConfig config, Caller caller, List<String> owners) {
    boolean open = isAnonymous(config.roles()) && owners.isEmpty();
    require(caller, caller.known() ? holds(config, caller, owners) : open);
  }

  public static void readClaim(TypeConfig config, Caller caller, List<String> owners) {
    require(
        caller, caller.known() ? holds(config, caller, owners) : isAnonymous(config.readRoles()));
  }

  /** Checks like {@link #contribute}, but every refusal is UNAUTHENTICATED (interface 2.3). */
  public static void revoke(TypeConfig config, Caller caller, List<String> owners) {
    try {
      contribute(config, caller, owners);
    } catch (FailureException refused) {
      throw FailureException.of(
          FailureKind.UNAUTHENTICATED, refused.failure().code(), refused.failure().message());
    }
  }

  /** The rule for binding the entity's credential to a key of the caller: owner and admin. */
  public static void hold(Caller caller, List<String> owners) {
    require(caller, caller.admin() || owns(caller, owners));
  }

  public static boolean owns(Caller caller, List<String> owners) {
    return caller.known() && owners.contains(caller.userId());
  }

  /** The failure for a caller without the right. */
  public static FailureException refusal(Caller caller) {
    if (caller.known()) {
      String message = "User is not allowed to perform the operation on this entity";
      return FailureException.of(FailureKind.FORBIDDEN, "registry.access.denied", message);
    }
    String message = "This operation needs a bearer token; get one and send it.";
    return FailureException.of(
        FailureKind.UNAUTHENTICATED, "registry.access.token-required", message);
  }

  private static boolean holds(TypeConfig config, Caller caller, List<String> owners) {
    return caller.admin()
        || owns(caller, owners)
        || (owners.isEmpty() && caller.holdsOneOf(config.roles()));
  }

  private static boolean seesType(TypeConfig config, Caller caller) {
    return admits(config.readRoles(), caller) || !attestorRoles(config, caller).isEmpty();
  }

  /**
   * Returns the attestor roles of a caller to whom no other role opens the type. They count only
   * while the caller is an attestor; the methods of this class take them as given.
   */
  public static List<String> attestorRolesThatOpen(TypeConfig config, Caller caller) {
    return caller.admin() || !caller.known() || admits(config.readRoles(), caller)
        ? List.of()
        : attestorRoles(config, caller);
  }

  private static List<String> attestorRoles(TypeConfig config, Caller caller) {
    return config.attestationPolicies().stream()
        .map(AttestationPolicy::attestorEntity)
        .filter(caller::holds)
        .distinct()
        .toList();
  }

  private static boolean admits(List<String> roles, Caller caller) {
    return roles.isEmpty() ? caller.known() : caller.holdsOneOf(roles);
  }

  private static boolean isAnonymous(List<String> roles) {
    return roles.contains(Caller.ANONYMOUS_ROLE);
  }

  private static void require(Caller caller, boolean allowed) {
    if (!allowed) {
      throw refusal(caller);
    }
  }
}
