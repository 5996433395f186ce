/** The life of a service: start, workers, ordered stop. */
package org.attestry.runtime.service;
