/** Access to a service's own PostgreSQL database. */
package org.attestry.runtime.postgres;
