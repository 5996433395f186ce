/** Who may do what with an entity of a type, and how much of it a caller sees. */
package org.attestry.registry.domain.access;
