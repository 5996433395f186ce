/** Requests over the event bus: one client, one server, one set of failures. */
package org.attestry.runtime.bus;
