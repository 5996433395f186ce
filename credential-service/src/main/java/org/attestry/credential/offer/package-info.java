/** Offers of credentials to wallets (OpenID4VCI 1.0, section 4). */
package org.attestry.credential.offer;
