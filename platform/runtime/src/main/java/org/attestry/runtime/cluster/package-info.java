/** How the processes of the suite find one another and reach each other's operations. */
package org.attestry.runtime.cluster;
