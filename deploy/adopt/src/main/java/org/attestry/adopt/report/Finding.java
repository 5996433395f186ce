package org.attestry.adopt.report;

/** The kinds of lines in a report. */
public enum Finding {
  /** How many there are of something. */
  COUNT,
  /** Comes along in another form. */
  CHANGED,
  /** Does not come along. */
  LOST,
  /** A difference between the two systems that is meant. */
  KNOWN,
  /** Could not be read, or the suite refused it. */
  REFUSED,
  /** Changed in both systems, or changed here and not there: what is here stays. */
  CONFLICT,
  /** The two systems show different things. */
  DIFFERENT;

  /** Whether somebody must look at it before the switch. */
  public boolean isFault() {
    return this == REFUSED || this == CONFLICT || this == DIFFERENT;
  }
}
