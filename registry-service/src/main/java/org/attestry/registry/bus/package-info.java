/** The service's operations on the bus, and the ports that other services answer over the bus. */
package org.attestry.registry.bus;
