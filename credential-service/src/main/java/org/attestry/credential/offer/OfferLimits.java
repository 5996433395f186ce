package org.attestry.credential.offer;

import java.time.Duration;

/**
 * @param life how long an offer is open
 * @param ofRecord how many offers of a record may be open
 * @param ofCaller how many offers of a caller may be open
 */
public record OfferLimits(Duration life, int ofRecord, int ofCaller) {}
