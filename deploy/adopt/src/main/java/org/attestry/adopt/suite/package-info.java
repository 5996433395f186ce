/** The requests to the suite. */
package org.attestry.adopt.suite;
