/** Schema-service's operations and facts, and the published types. */
package org.attestry.contracts.schema;
