/**
 * The use cases on attestations and their claims: raise, decide, read, and compare with
 * claims-service. Also who may decide a claim, and what such a caller sees of an entity.
 */
package org.attestry.registry.domain.claim;
