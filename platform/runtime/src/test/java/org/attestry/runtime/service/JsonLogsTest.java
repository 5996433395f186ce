package org.attestry.runtime.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator.ExecutionStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

class JsonLogsTest {

  private static final String FILE = "logback.configurationFile";

  private final LoggerContext context = new LoggerContext();
  private String before;

  @BeforeEach
  void remember() {
    before = System.clearProperty(FILE);
  }

  @AfterEach
  void restore() {
    if (before == null) {
      System.clearProperty(FILE);
    } else {
      System.setProperty(FILE, before);
    }
  }

  @Test
  void logsToStandardOutputWhenNoFileIsNamed() {
    assertEquals(ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY, new JsonLogs().configure(context));
    assertTrue(logsSomewhere());
  }

  @Test
  void leavesLoggingToTheFileThatIsNamed() {
    System.setProperty(FILE, "local-logback.xml");
    assertEquals(ExecutionStatus.NEUTRAL, new JsonLogs().configure(context));
    assertFalse(logsSomewhere());
  }

  private boolean logsSomewhere() {
    return context.getLogger(Logger.ROOT_LOGGER_NAME).iteratorForAppenders().hasNext();
  }
}
