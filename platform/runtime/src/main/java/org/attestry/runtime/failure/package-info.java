/** The failures that thrown causes stand for. */
package org.attestry.runtime.failure;
