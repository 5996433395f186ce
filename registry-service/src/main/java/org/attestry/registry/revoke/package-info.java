/** Revocations of credentials by a filter. */
package org.attestry.registry.revoke;
