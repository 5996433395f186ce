/** Translates the realm of a former Keycloak into one that this suite uses. */
package org.attestry.adopt.users;
