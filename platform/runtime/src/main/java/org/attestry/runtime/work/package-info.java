/**
 * How work runs: on which threads, how much of it, how often, and again after a failure; and what
 * it needs from memory and the class path.
 */
package org.attestry.runtime.work;
