/** An attestor reads a claim and its history, and grants or rejects it. */
package org.attestry.claims.decision;
