/** Each service and its own database. */
package org.attestry.runtime.postgres;
