/** Imports, exports and batches of lines, which are streamed. */
package org.attestry.gateway.bulk;
