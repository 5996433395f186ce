/**
 * The command {@code adopt}: its settings, and what {@code plan}, {@code run} and {@code check} do.
 */
package org.attestry.adopt;
