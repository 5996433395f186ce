/** Fetching of documents whose URLs are in data; no other package does this. */
package org.attestry.runtime.egress;
