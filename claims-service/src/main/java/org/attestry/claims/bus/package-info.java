/** The operations of claims-service, and what it asks of the registry. */
package org.attestry.claims.bus;
