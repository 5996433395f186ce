/**
 * The use cases on attestations and their claims: raise, decide, read, and compare with
 * claims-service. Also the rule for who may decide a claim, and the view of an entity for such a
 * caller.
 */
package org.attestry.registry.claim;
