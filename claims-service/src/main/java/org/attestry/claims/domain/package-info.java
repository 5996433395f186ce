/** The use cases of claims-service, their rules, and their ports. */
package org.attestry.claims.domain;
