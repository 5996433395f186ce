/** Reads the bucket of the former system. */
package org.attestry.adopt.files;
