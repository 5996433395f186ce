package org.attestry.runtime.facts;

import com.github.f4b6a3.uuid.UuidCreator;
import java.util.UUID;

/** Creates ids: UUIDv7 (RFC 9562), which sort by time of creation. */
public final class Ids {

  private Ids() {}

  public static UUID next() {
    return UuidCreator.getTimeOrderedEpoch();
  }
}
