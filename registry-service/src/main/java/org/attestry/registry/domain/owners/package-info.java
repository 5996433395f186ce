/**
 * The users that own entities: they are created at the identity provider before the entity is
 * stored, and a background job completes or undoes what a crash leaves.
 */
package org.attestry.registry.domain.owners;
