/** Status lists as signed documents. */
package org.attestry.credential.statuslist;
