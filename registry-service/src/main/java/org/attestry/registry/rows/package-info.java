/** The rows of bulk transfers: those that imports read, and those that exports write. */
package org.attestry.registry.rows;
