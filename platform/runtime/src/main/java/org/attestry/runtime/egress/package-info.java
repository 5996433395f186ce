/** The one way by which documents are fetched whose addresses stand in data. */
package org.attestry.runtime.egress;
