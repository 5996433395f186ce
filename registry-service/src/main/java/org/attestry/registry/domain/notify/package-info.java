/**
 * Sends committed facts over the bus to the services whose effect a client expects right after the
 * change. Kafka brings the same facts later.
 */
package org.attestry.registry.domain.notify;
