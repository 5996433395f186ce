package org.attestry.credential.typeset;

import com.openhtmltopdf.extend.FSCacheEx;
import com.openhtmltopdf.extend.FSCacheValue;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;

/** Metrics of the bundled fonts, read once. */
public final class FontMetrics implements FSCacheEx<String, FSCacheValue> {

  private final Map<String, FSCacheValue> values = new ConcurrentHashMap<>();

  @Override
  public void put(String key, FSCacheValue value) {
    values.put(key, value);
  }

  @Override
  public FSCacheValue get(String key) {
    return values.get(key);
  }

  @Override
  public FSCacheValue get(String key, Callable<? extends FSCacheValue> loader) {
    FSCacheValue known = values.get(key);
    if (known != null) {
      return known;
    }
    try {
      FSCacheValue loaded = loader.call();
      if (loaded != null) {
        values.put(key, loaded);
      }
      return loaded;
    } catch (Exception e) {
      throw new IllegalStateException("The metrics of a bundled font cannot be read.", e);
    }
  }
}
