/** What credential-service does: sign, issue, verify and revoke credentials, and what it needs. */
package org.attestry.credential.domain;
