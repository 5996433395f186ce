/** Status lists as signed documents, and which of them are read. */
package org.attestry.credential.statuslist;
