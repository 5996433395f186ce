/**
 * Issuers and their keys: registration, import, rotation, revocation, and the keys of others that
 * verify.
 */
package org.attestry.credential.issuer;
