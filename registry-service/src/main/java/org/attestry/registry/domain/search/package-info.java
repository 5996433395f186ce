/**
 * The language of search queries and the ports that execute them. {@link
 * org.attestry.registry.domain.search.SearchQueries} reads a request and checks that the caller may
 * see every field in it.
 */
package org.attestry.registry.domain.search;
