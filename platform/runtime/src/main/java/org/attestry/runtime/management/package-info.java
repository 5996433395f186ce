/** Health and metrics, on a separate port. */
package org.attestry.runtime.management;
