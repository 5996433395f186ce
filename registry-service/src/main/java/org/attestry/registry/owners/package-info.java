/**
 * The users that own entities. They are created at the identity provider before the entity is
 * stored, and a background job completes or undoes the steps that a crash leaves pending.
 */
package org.attestry.registry.owners;
