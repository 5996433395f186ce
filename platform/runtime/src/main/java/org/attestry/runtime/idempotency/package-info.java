/**
 * One effect and one reply for requests that are sent again with the same {@code Idempotency-Key}.
 */
package org.attestry.runtime.idempotency;
