/**
 * Executes searches: statements with filter and order, their connections, and the scan of all
 * entities of a type.
 */
package org.attestry.registry.search;
