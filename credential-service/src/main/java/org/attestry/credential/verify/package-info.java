/** Verifies credentials and presentations. */
package org.attestry.credential.verify;
