/** Health and metrics, on a port of their own. */
package org.attestry.runtime.management;
