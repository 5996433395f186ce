/** Regular expressions from callers, matched in linear time. */
package org.attestry.runtime.pattern;
