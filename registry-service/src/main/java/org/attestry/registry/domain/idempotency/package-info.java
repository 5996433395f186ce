/** One effect and one answer for a request that is sent again under the same key. */
package org.attestry.registry.domain.idempotency;
