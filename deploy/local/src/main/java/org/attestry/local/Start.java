package org.attestry.local;

/**
 * Something that can be begun, and is waited for by those who need it.
 *
 * @param begin returns when it is begun
 */
record Start(String name, Begin begin) {

  /** What may fail at once. */
  interface Begin {
    void run() throws Exception;
  }
}
