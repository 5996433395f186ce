/** JSON-LD contexts: those of types, those that admins upload, and which a credential may use. */
package org.attestry.credential.context;
