package org.attestry.registry.domain.owners;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.attestry.contracts.CallContext;
import org.attestry.contracts.Deadline;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.schema.OwnershipAttribute;
import org.attestry.registry.domain.document.Changes;
import org.attestry.registry.domain.owners.UserDirectory.NewUser;
import org.attestry.registry.domain.owners.UserDirectory.ProvidedUser;
import org.attestry.registry.domain.types.PublishedType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns the attributes of an entity that name its owners into users of the identity provider. */
public final class EntityOwners {

  private static final Logger LOG = LoggerFactory.getLogger(EntityOwners.class);
  private static final Duration REMOVAL = Duration.ofSeconds(5);

  private final UserDirectory directory;

  public EntityOwners(UserDirectory directory) {
    this.directory = directory;
  }

  /**
   * Provides a user for each owner that the entity names. An account that exists is linked only
   * when a known caller asks.
   */
  public Future<List<ProvidedUser>> provide(
      PublishedType type, ObjectNode body, CallContext context) {
    List<NewUser> users = type.config().enableLogin() ? named(type, body) : List.of();
    Future<List<ProvidedUser>> provided = Future.succeededFuture(new ArrayList<>());
    for (NewUser user : users) {
      provided = provided.compose(sofar -> provideNext(user, sofar, context));
    }
    return provided;
  }

  /** Deletes those that were created, because the entity was not stored. */
  public Future<Void> takeBack(List<ProvidedUser> users) {
    List<Future<Void>> removed =
        users.stream()
            .filter(ProvidedUser::created)
            .map(user -> directory.remove(user.userId(), Deadline.in(REMOVAL)))
            .map(removal -> removal.onFailure(EntityOwners::logLeftover))
            .toList();
    return Future.join(removed).otherwiseEmpty().mapEmpty();
  }

  /** Takes the first passwords out of a body: they are the identity provider's to keep. */
  public static void dropPasswords(PublishedType type, ObjectNode body) {
    for (OwnershipAttribute attribute : type.config().ownershipAttributes()) {
      String pointer = attribute.password();
      if (pointer != null && pointer.startsWith("/")) {
        int last = pointer.lastIndexOf('/');
        if (body.at(pointer.substring(0, last)) instanceof ObjectNode parent) {
          parent.remove(pointer.substring(last + 1).replace("~1", "/").replace("~0", "~"));
        }
      }
    }
  }

  /**
   * Refuses a change of what names an owner.
   *
   * @throws org.attestry.contracts.FailureException CONFLICT
   */
  public static void refuseChange(PublishedType type, ObjectNode before, ObjectNode after) {
    if (!type.config().enableLogin()) {
      return;
    }
    for (OwnershipAttribute attribute : type.config().ownershipAttributes()) {
      String pointer = attribute.userId();
      if (pointer != null && !Changes.same(before.at(pointer), after.at(pointer))) {
        String message = "The value at %s names the owner and cannot change.".formatted(pointer);
        throw Failure.of(FailureKind.CONFLICT, "registry.owner.fixed", message).exception();
      }
    }
  }

  private Future<List<ProvidedUser>> provideNext(
      NewUser user, List<ProvidedUser> sofar, CallContext context) {
    return directory
        .provide(user, context.caller().known(), context.deadline())
        .map(
            provided -> {
              sofar.add(provided);
              return sofar;
            })
        .recover(cause -> takeBack(sofar).transform(done -> Future.failedFuture(cause)));
  }

  private static List<NewUser> named(PublishedType type, ObjectNode body) {
    List<NewUser> users = new ArrayList<>();
    for (OwnershipAttribute attribute : type.config().ownershipAttributes()) {
      String username = text(body, attribute.userId());
      if (username != null) {
        users.add(
            new NewUser(
                username,
                text(body, attribute.email()),
                text(body, attribute.mobile()),
                text(body, attribute.password()),
                type.name()));
      }
    }
    return users;
  }

  private static String text(ObjectNode body, String pointer) {
    JsonNode value = pointer == null ? null : body.at(pointer);
    if (value == null || value.isMissingNode() || value.isNull()) {
      return null;
    }
    if (!value.isValueNode() || value.isBoolean() || value.asText().isBlank()) {
      throw Failure.invalid(
              "registry.owner.invalid",
              pointer,
              "owner",
              "The value names the owner; it is a string that is not empty.")
          .exception();
    }
    return value.asText().strip();
  }

  private static void logLeftover(Throwable cause) {
    LOG.atWarn().setCause(cause).log("a user that was created for nothing could not be deleted");
  }
}
