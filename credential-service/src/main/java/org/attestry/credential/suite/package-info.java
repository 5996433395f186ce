/** The suites: the signing input of each for a document, and the form of its proof. */
package org.attestry.credential.suite;
