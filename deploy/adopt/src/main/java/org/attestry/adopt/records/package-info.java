/** Writes entities and claims in the form in which the suite adopts them. */
package org.attestry.adopt.records;
