/** Work over what callers send: where it runs, and how much of it may be done. */
package org.attestry.runtime.work;
