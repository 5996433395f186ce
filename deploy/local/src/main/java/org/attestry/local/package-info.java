/** The local suite: all services, in one JVM or in separate processes, with real servers. */
package org.attestry.local;
