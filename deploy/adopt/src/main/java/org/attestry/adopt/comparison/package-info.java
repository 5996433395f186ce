/** Compares what the two systems show. */
package org.attestry.adopt.comparison;
