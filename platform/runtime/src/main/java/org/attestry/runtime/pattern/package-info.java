/** Regular expressions that callers write, matched in linear time. */
package org.attestry.runtime.pattern;
