/** What is committed together with an entity. */
package org.attestry.registry.domain.writing;
