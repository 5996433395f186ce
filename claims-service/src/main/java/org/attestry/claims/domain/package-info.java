/** The use cases of claims-service, their rules, and what they need from outside. */
package org.attestry.claims.domain;
