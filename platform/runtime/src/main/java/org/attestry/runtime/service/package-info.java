/** Start and graceful shutdown of a service. */
package org.attestry.runtime.service;
