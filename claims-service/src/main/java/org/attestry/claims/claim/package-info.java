/**
 * A claim with its notes and grants, its tables, and the attestations of the registry that it
 * follows.
 */
package org.attestry.claims.claim;
