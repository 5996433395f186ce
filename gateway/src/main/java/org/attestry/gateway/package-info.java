/** The only door of the suite: HTTP in, tokens checked, requests on the bus. */
package org.attestry.gateway;
