/** The service's operations on the bus, and the ports that call other services over the bus. */
package org.attestry.registry.bus;
