package org.attestry.claims.domain;

import org.attestry.claims.domain.ClaimInbox.Selection;

/**
 * The claims that a caller may see.
 *
 * @param selection where they stand; some that stand there the caller may not see
 */
record ClaimSelection(ClaimViewer viewer, Selection selection) {}
