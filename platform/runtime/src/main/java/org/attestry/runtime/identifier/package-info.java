/** Ids of new records, and digests that identify content. */
package org.attestry.runtime.identifier;
