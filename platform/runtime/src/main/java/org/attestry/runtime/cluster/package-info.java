/** Cluster membership, and the event bus between the processes of the suite. */
package org.attestry.runtime.cluster;
