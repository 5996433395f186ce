/**
 * The authorization server for the codes of offers: access tokens of wallets, and their clients.
 */
package org.attestry.credential.token;
