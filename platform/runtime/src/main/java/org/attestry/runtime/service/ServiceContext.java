package org.attestry.runtime.service;

import io.micrometer.core.instrument.MeterRegistry;
import org.attestry.runtime.management.Health;

/**
 * What the process gives to a service's verticle.
 *
 * @param health where the service registers its checks
 * @param meters registry of its metrics
 */
public record ServiceContext(Health health, MeterRegistry meters) {}
