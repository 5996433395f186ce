/**
 * Reads the tables of a Sunbird RC: vertices and edges of its registry, its claims, its
 * revocations, and the credentials of its version 2. Nothing is written there.
 */
package org.attestry.adopt.incumbent;
