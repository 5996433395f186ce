/** The language of attestation conditions: parser, evaluator, lookup by keys. */
package org.attestry.condition;
