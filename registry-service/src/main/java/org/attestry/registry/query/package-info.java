/**
 * The language of search queries. {@link org.attestry.registry.query.SearchQueries} reads a request
 * and checks that the caller may see every field in it.
 */
package org.attestry.registry.query;
