/**
 * One effect and one reply for a request that is sent again under the same {@code Idempotency-Key}.
 */
package org.attestry.runtime.idempotency;
