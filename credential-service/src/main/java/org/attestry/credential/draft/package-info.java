/** What a template makes of an entity, before it is signed. */
package org.attestry.credential.draft;
