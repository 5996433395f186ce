/** The lists of claims that attestors and requesters see. */
package org.attestry.claims.inbox;
