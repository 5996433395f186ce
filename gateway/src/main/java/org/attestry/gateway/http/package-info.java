/** HTTP to the bus and back: a table of endpoints, one class of routes for each resource. */
package org.attestry.gateway.http;
