package org.attestry.runtime.facts;

import com.github.f4b6a3.uuid.UuidCreator;
import java.util.UUID;

/** New ids: UUIDv7 (RFC 9562), which sort by the time they were made. */
public final class Ids {

  private Ids() {}

  public static UUID next() {
    return UuidCreator.getTimeOrderedEpoch();
  }
}
