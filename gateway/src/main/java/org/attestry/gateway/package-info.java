/**
 * The suite's only public entry point: accepts HTTP, verifies tokens and sends requests on the bus.
 */
package org.attestry.gateway;
