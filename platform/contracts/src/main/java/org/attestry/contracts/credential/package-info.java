/** Credential-service's operations and facts. */
package org.attestry.contracts.credential;
