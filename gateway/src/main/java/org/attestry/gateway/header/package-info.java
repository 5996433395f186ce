/** The headers that both the check of tokens and the routes read. */
package org.attestry.gateway.header;
