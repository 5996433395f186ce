package org.attestry.runtime.service;

import io.vertx.core.Future;
import java.util.List;
import org.attestry.runtime.async.PeriodicJob;
import org.attestry.runtime.bus.BusServer;

/** A feature of a service: it makes the feature's objects and binds its operations. */
public interface ServiceModule {

  /** Binds the operations of the feature. */
  void bind(BusServer server);

  /** The periodic work of the feature, which runs while the service does. */
  default List<PeriodicJob> jobs() {
    return List.of();
  }

  /** Closes what the feature opened, after the last request. */
  default Future<Void> close() {
    return Future.succeededFuture();
  }
}
