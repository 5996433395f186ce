/** The protocol of wallets: metadata, tokens, nonces and copies of credentials (OpenID4VCI 1.0). */
package org.attestry.credential.wallet;
