/**
 * Claims come from events of the registry: they are raised, granted and closed here, or asked for
 * if the event is late.
 */
package org.attestry.claims.raise;
