/** Drafts of credentials: filled templates before they are signed. */
package org.attestry.credential.draft;
