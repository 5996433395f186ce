package org.attestry.local;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The six services, either in one process or in separate ones. */
interface Services {

  /**
   * Returns the starts of the services; one start may begin one service or all.
   *
   * @param settings service to its settings, by environment name
   */
  List<Start> starts(Map<String, Map<String, String>> settings);

  /**
   * Waits until every service's process reports that it is alive, even if the service still waits
   * for its dependencies.
   */
  default void awaitAlive(Duration timeout) {}

  /** Waits until every service and its dependencies are ready; fails if a process has died. */
  void awaitReady(Duration timeout);

  /**
   * From now on restarts each process that ends before {@link #close}.
   *
   * @param changed runs when {@link #replicas} has changed
   */
  default void keepRunning(Runnable changed) {}

  /** Returns the replicas of all services. */
  List<Endpoints.Replica> replicas();

  /** Stops the services gracefully. */
  void close();
}
