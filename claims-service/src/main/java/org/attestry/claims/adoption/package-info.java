/** The claims of former systems, which keep their ids, notes, decisions and times. */
package org.attestry.claims.adoption;
