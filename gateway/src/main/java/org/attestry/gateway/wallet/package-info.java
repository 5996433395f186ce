/** The endpoints for wallets: OpenID4VCI and OpenID4VP. */
package org.attestry.gateway.wallet;
