/** The path of facts: outbox, relay, Kafka, inbox. */
package org.attestry.runtime.facts;
