/** Callers take turns: queues, bounded threads, and how much work one call may do. */
package org.attestry.runtime.fair;
