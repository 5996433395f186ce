/** Schema-service's operations and facts, and what a published type is. */
package org.attestry.contracts.schema;
