/** Calls of other services over the bus. */
package org.attestry.registry.bus;
