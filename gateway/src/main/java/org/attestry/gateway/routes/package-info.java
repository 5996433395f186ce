/** One class of routes for each resource: translates requests to requests on the bus. */
package org.attestry.gateway.routes;
