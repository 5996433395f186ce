/** The suites: what each signs of a document, and how its proof looks. */
package org.attestry.credential.suite;
