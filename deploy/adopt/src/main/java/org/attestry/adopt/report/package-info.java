/** What a command found, and how far it is. */
package org.attestry.adopt.report;
