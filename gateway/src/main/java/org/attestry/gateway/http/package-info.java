/**
 * Translates HTTP requests to requests on the bus: a table of endpoints, with one class of routes
 * for each resource.
 */
package org.attestry.gateway.http;
