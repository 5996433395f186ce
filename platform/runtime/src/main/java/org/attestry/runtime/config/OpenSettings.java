package org.attestry.runtime.config;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.attestry.runtime.config.Hardenable.OpenSetting;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the settings of a deployable that must be changed before it is exposed to the internet. */
public final class OpenSettings {

  private static final Logger LOG = LoggerFactory.getLogger(OpenSettings.class);

  private OpenSettings() {}

  /**
   * Returns the open settings of a record and of the records in it, in the order of their
   * components.
   */
  public static List<OpenSetting> of(Record settings) {
    List<OpenSetting> open = new ArrayList<>();
    if (settings instanceof Hardenable hardenable) {
      open.addAll(hardenable.open());
    }
    for (RecordComponent component : settings.getClass().getRecordComponents()) {
      if (value(component, settings) instanceof Record part) {
        open.addAll(of(part));
      }
    }
    return List.copyOf(open);
  }

  /** Logs each open setting at the start. */
  public static void log(String service, Record settings) {
    for (OpenSetting open : of(settings)) {
      LOG.atWarn()
          .addKeyValue("service", service)
          .addKeyValue("setting", open.name())
          .log(
              "{} {}; before the suite faces the internet see docs/operating/hardening.md",
              open.name(),
              open.allows());
    }
  }

  /** Whether a host name or address is not a loopback one, judged by its text. */
  public static boolean isRemote(String host) {
    return host != null
        && !host.equals("localhost")
        && !host.startsWith("127.")
        && !host.equals("::1")
        && !host.equals("[::1]");
  }

  private static Object value(RecordComponent component, Record settings) {
    try {
      return component.getAccessor().invoke(settings);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "A settings record must be public: " + settings.getClass().getName(), e);
    }
  }
}
