/** The language of attestation conditions: parser, evaluator, and lookup by keys. */
package org.attestry.condition;
