/** All storage ports of the domain, in one record. */
package org.attestry.registry.domain.ports;
