package org.attestry.runtime.cluster;

import io.vertx.core.Vertx;
import io.vertx.core.shareddata.LocalMap;
import io.vertx.core.shareddata.Shareable;
import java.util.Optional;

/** The other members of this process's cluster, as this process sees them. Never blocks. */
public final class Members implements Shareable {

  private final ReconcilingClusterManager manager;

  private Members(ReconcilingClusterManager manager) {
    this.manager = manager;
  }

  static void share(Vertx vertx, ReconcilingClusterManager manager) {
    shared(vertx).put("", new Members(manager));
  }

  /** Returns the members; empty for a process that works alone. */
  public static Optional<Members> of(Vertx vertx) {
    return Optional.ofNullable(shared(vertx).get(""));
  }

  private static LocalMap<String, Members> shared(Vertx vertx) {
    return vertx.sharedData().getLocalMap(Members.class.getName());
  }

  /** Whether this process has another member: else nobody can reach it over the bus. */
  public boolean areThere() {
    return manager.getNodes().size() > 1;
  }

  /** Whether a member that is present handles requests at an address of the bus. */
  public boolean handle(String address) {
    return manager.isHandled(address);
  }
}
