/** How work runs: on which threads, how much of it, how often, and again after a failure. */
package org.attestry.runtime.work;
