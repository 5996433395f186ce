/** The facts of other services that claims-service handles. */
package org.attestry.claims.events;
