package org.attestry.local;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The six services, in whichever shape they run. */
interface Services {

  /**
   * What starts the services, one or all with each.
   *
   * @param settings service to its settings, by environment name
   */
  List<Start> starts(Map<String, Map<String, String>> settings);

  /** Waits until every service's process answers, whatever it waits for itself. */
  default void awaitAlive(Duration timeout) {}

  /** Waits until every service and everything that it needs is ready; fails when one has died. */
  void awaitReady(Duration timeout);

  /**
   * From now on starts a process again that ends before {@link #close}.
   *
   * @param changed is run when {@link #replicas} has changed
   */
  default void keepRunning(Runnable changed) {}

  /** Where each of them runs. */
  List<Endpoints.Replica> replicas();

  /** Stops them in order. */
  void close();
}
