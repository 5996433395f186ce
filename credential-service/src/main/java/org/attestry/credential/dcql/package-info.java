/** Queries for credentials (Digital Credentials Query Language; OpenID4VP 1.0, section 6). */
package org.attestry.credential.dcql;
