/** Requests and replies over the event bus. */
package org.attestry.runtime.bus;
