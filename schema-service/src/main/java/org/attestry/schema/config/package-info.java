/** The configuration {@code _osConfig}: its location, its members, and its typed form. */
package org.attestry.schema.config;
