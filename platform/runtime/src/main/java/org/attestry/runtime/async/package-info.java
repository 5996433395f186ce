/** Asynchronous loops, retries, time limits and periodic jobs. */
package org.attestry.runtime.async;
