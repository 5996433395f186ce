package org.attestry.registry.owners;

import java.util.List;
import java.util.UUID;
import org.attestry.registry.owners.UserDirectory.ProvidedUser;
import org.attestry.registry.stored.TransactionalStep;
import org.attestry.registry.types.PublishedType;

/**
 * The users of an entity that is about to be stored.
 *
 * @param entity the entity's id
 * @param users the users in the order in which the entity names them; empty if it names none
 */
public record ProvisionedOwners(UUID entity, String type, List<ProvidedUser> users) {

  public ProvisionedOwners {
    users = List.copyOf(users);
  }

  public static ProvisionedOwners none(PublishedType type, UUID entity) {
    return new ProvisionedOwners(entity, type.name(), List.of());
  }

  public List<String> ids() {
    return users.stream().map(ProvidedUser::userId).toList();
  }

  /** Returns the steps to commit in the transaction of the entity. */
  public List<TransactionalStep> steps() {
    return users.isEmpty()
        ? List.of()
        : List.of(
            new TransactionalStep.OwnersProvided(entity, type, linkedIds(), withoutPassword()));
  }

  List<String> createdIds() {
    return users.stream().filter(ProvidedUser::created).map(ProvidedUser::userId).toList();
  }

  List<String> withoutPassword() {
    return users.stream().filter(ProvidedUser::withoutPassword).map(ProvidedUser::userId).toList();
  }

  List<String> linkedIds() {
    return users.stream()
        .filter(user -> !user.created())
        .map(ProvidedUser::userId)
        .distinct()
        .toList();
  }
}
