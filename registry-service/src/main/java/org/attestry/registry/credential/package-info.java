/**
 * The credentials of the registry: an entity's own, those over attested values, and their
 * revocation.
 */
package org.attestry.registry.credential;
