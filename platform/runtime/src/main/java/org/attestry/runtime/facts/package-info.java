/** The event path: outbox, relay, Kafka, inbox. */
package org.attestry.runtime.facts;
