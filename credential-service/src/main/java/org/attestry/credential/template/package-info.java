/**
 * Credential templates: Handlebars forms that fill JSON values and can never change its structure.
 */
package org.attestry.credential.template;
