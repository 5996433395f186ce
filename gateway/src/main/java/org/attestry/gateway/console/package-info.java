/** The console: a page of static files that calls the interface as its user. */
package org.attestry.gateway.console;
