/**
 * Authentication: reads the {@link org.attestry.contracts.Caller} of a request from its bearer
 * token.
 */
package org.attestry.gateway.access;
