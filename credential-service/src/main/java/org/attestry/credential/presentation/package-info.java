/**
 * Requests presentations from wallets and verifies what they answer (OpenID for Verifiable
 * Presentations 1.0).
 */
package org.attestry.credential.presentation;
