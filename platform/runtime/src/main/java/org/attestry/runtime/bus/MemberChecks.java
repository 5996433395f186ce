package org.attestry.runtime.bus;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Optional;
import org.attestry.contracts.Operation;
import org.attestry.runtime.cluster.Members;
import org.attestry.runtime.management.Health;

/**
 * Health checks of a service that works with others: it is not ready while it sees no other member
 * of the cluster (check {@code bus}) or no member of a service that all of its work needs. In a
 * process that works alone there is nothing to check.
 */
public final class MemberChecks {

  private final Optional<Members> members;
  private final Health health;

  public MemberChecks(Vertx vertx, Health health) {
    this.members = Members.of(vertx);
    this.health = health;
    members.ifPresent(
        others -> health.check("bus", () -> Future.succeededFuture(others.areThere())));
  }

  /**
   * Adds a check of a service that all of the work needs.
   *
   * @param any an operation of that service
   */
  public MemberChecks requires(String service, Operation<?, ?> any) {
    members.ifPresent(others -> health.check(service, () -> handled(others, any)));
    return this;
  }

  /**
   * Adds a check of a service that a part of the work needs ({@link Health#dependency}).
   *
   * @param any an operation of that service
   */
  public MemberChecks uses(String service, Operation<?, ?> any) {
    members.ifPresent(others -> health.dependency(service, () -> handled(others, any)));
    return this;
  }

  private static Future<Boolean> handled(Members others, Operation<?, ?> operation) {
    return Future.succeededFuture(others.handle(operation.address()));
  }
}
