package org.attestry.local;

/**
 * The start of a server or service, which others may await.
 *
 * @param begin begins the start; returns when the start has begun
 */
record Start(String name, Begin begin) {

  /** An action that begins a start and may fail immediately. */
  interface Begin {
    void run() throws Exception;
  }
}
