/** Bounds the memory and the places of work on large entities. */
package org.attestry.registry.memory;
