/** Facts are stored in the transaction that they report, and a relay publishes them to Kafka. */
package org.attestry.runtime.outbox;
