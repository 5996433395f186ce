/**
 * What happens to the bytes of a client's connection before Vert.x reads them as HTTP: strict
 * framing, time limits, and limits for connections.
 */
package org.attestry.gateway.connection;
