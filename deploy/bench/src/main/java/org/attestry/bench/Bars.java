package org.attestry.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.attestry.bench.load.Ratio;

/** The limits with which the ratios are compared, from {@code bars.properties}. */
final class Bars {

  private final Properties bars = new Properties();

  Bars() {
    try (InputStream resource = Bars.class.getResourceAsStream("bars.properties")) {
      bars.load(resource);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the limit in words, such as "at least 0.40", or a dash. */
  String of(Ratio ratio) {
    return bars.getProperty(ratio.bar(), "–");
  }

  /** Returns whether the limit is met, in words, or a dash if there is no limit. */
  String verdict(Ratio ratio) {
    String bar = of(ratio);
    if (bar.equals("–")) {
      return bar;
    }
    double limit = Double.parseDouble(bar.replaceAll("[^0-9.]", ""));
    boolean met = bar.startsWith("at least") ? ratio.value() >= limit : ratio.value() <= limit;
    return met ? "met" : "**not met**";
  }
}
