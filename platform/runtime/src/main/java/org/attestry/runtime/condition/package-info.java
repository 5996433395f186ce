/** The evaluation of attestation conditions over bound values. */
package org.attestry.runtime.condition;
