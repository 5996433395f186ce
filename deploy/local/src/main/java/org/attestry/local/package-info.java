/** All services in one JVM, with real servers beside them. */
package org.attestry.local;
