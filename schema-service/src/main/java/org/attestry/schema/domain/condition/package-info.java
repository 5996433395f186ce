/** The text form of attestation conditions. */
package org.attestry.schema.domain.condition;
