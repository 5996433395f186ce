/**
 * The credentials that the registry stands behind: an entity's own, those over attested values, and
 * their revocation.
 */
package org.attestry.registry.domain.credential;
