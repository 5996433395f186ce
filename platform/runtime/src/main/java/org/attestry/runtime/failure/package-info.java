/** Translation of exceptions to failures. */
package org.attestry.runtime.failure;
