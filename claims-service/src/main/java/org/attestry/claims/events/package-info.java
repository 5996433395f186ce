/** The facts of other services that claims-service acts on. */
package org.attestry.claims.events;
