/** Brings schemas, keys, revocations, entities, claims and files into the suite. */
package org.attestry.adopt.transfer;
