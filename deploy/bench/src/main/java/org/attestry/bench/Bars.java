package org.attestry.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** What the ratios are held against: {@code bars.properties}. */
final class Bars {

  private final Properties bars = new Properties();

  Bars() {
    try (InputStream resource = Bars.class.getResourceAsStream("bars.properties")) {
      bars.load(resource);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The bar in words, such as "at least 0.40", or a dash. */
  String of(Ratio ratio) {
    return bars.getProperty(ratio.bar(), "–");
  }

  /** Met, not met, or a dash where there is no bar. */
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
