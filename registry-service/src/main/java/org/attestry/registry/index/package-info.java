/**
 * The partitions and indexes of types: those that a type declares, those that its searches lack,
 * and what the database's refusals mean.
 */
package org.attestry.registry.index;
