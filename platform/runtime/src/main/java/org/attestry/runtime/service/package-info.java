/** Start and ordered stop of a service. */
package org.attestry.runtime.service;
