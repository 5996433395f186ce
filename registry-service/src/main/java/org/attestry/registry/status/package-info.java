/** The status of credentials: who suspended, reinstated or revoked one, and by which right. */
package org.attestry.registry.status;
