/** {@code _osConfig}: its places, its members, and its typed form. */
package org.attestry.schema.domain.config;
