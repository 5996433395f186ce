/** {@code _osConfig}: where it stands, what may be in it, and the typed form that others get. */
package org.attestry.schema.domain.config;
