/**
 * Sends committed facts over the bus to the services whose effect a client expects right after the
 * change. The same facts are also published to Kafka.
 */
package org.attestry.registry.domain.notify;
