/**
 * The parts of SQL statements: parameters, names, and the expressions for values, texts and system
 * fields. Values are bound, never pasted.
 */
package org.attestry.registry.sql;
