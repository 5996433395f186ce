/** Status lists (W3C Bitstring Status List v1.0): entries, lists, and their verification. */
package org.attestry.credential.status;
