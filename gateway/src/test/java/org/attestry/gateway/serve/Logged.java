package org.attestry.gateway.serve;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.Callable;
import org.slf4j.LoggerFactory;

/** What is logged while something is done. */
public final class Logged {

  private Logged() {}

  /**
   * @param into gets each line as {@code LEVEL message}
   */
  public static void during(List<String> into, Callable<Void> work) throws Exception {
    Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    AppenderBase<ILoggingEvent> appender =
        new AppenderBase<>() {
          @Override
          protected void append(ILoggingEvent event) {
            into.add(event.getLevel() + " " + event.getFormattedMessage());
          }
        };
    appender.start();
    root.addAppender(appender);
    try {
      work.call();
    } finally {
      root.detachAppender(appender);
    }
  }
}
