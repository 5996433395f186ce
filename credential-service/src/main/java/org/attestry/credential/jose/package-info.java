/** JWS, JWT and SD-JWT. */
package org.attestry.credential.jose;
