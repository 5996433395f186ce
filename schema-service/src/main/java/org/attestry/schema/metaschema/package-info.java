/** The rules of draft-07 and of _osConfig, as vertx-json-schema checks them. */
package org.attestry.schema.metaschema;
