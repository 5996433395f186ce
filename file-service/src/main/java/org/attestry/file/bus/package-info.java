/** Requests to the registry over the bus. */
package org.attestry.file.bus;
