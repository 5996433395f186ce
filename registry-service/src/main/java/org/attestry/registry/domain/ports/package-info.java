/** All ports of the domain to what the service stores, in one record. */
package org.attestry.registry.domain.ports;
