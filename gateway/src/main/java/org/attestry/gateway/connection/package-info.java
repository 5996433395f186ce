/**
 * Guards clients' connections before Vert.x reads their bytes as HTTP: strict framing, time limits,
 * and limits for connections.
 */
package org.attestry.gateway.connection;
