/** Documents of others, fetched through the egress gate. */
package org.attestry.credential.egress;
