/**
 * Requests presentations from wallets and verifies the responses (OpenID for Verifiable
 * Presentations 1.0).
 */
package org.attestry.credential.presentation;
