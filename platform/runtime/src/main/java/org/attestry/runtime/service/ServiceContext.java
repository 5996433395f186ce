package org.attestry.runtime.service;

import io.micrometer.core.instrument.MeterRegistry;
import org.attestry.runtime.management.Health;

/**
 * The objects that the process passes to a service's verticle.
 *
 * @param health the health to which the service adds its checks
 * @param meters the registry of the service's metrics
 */
public record ServiceContext(Health health, MeterRegistry meters) {}
