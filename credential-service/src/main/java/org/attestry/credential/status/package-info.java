/** Status lists (W3C Bitstring Status List v1.0): entries, lists and what verification reads. */
package org.attestry.credential.status;
