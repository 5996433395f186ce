/** Credential-service: signing keys, issued and revoked credentials, generated contexts. */
package org.attestry.credential;
