/** From the bearer token of a request to its {@link org.attestry.contracts.Caller}. */
package org.attestry.gateway.access;
