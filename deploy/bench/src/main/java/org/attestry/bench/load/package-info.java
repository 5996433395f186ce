/** Puts load on a suite and on what it is compared with, and measures both. */
package org.attestry.bench.load;
