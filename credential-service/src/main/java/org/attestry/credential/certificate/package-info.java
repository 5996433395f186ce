/** Certificates: what people see of a credential. */
package org.attestry.credential.certificate;
