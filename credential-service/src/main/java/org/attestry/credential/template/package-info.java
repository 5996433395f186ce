/** Credential templates: Handlebars forms that fill JSON values without changing the structure. */
package org.attestry.credential.template;
