/** The connection to Kafka, and the topics of facts. */
package org.attestry.runtime.kafka;
