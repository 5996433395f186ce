package org.attestry.registry;

import org.attestry.registry.catalogue.PgTypeStore;
import org.attestry.registry.claim.PgRaisedClaims;
import org.attestry.registry.credential.PgDueCredentials;
import org.attestry.registry.imports.PgImportStore;
import org.attestry.registry.index.PgLearnedIndexes;
import org.attestry.registry.memory.EntityMemory;
import org.attestry.registry.owners.PgAccountNotes;
import org.attestry.registry.owners.PgProvisionStore;
import org.attestry.registry.revoke.PgRevocationStore;
import org.attestry.registry.search.PgEntityScan;
import org.attestry.registry.search.PgEntitySearch;
import org.attestry.registry.stored.PgEntityStore;
import org.attestry.runtime.idempotency.RequestTable;

/** All stores of the service. */
public record Stores(
    PgTypeStore types,
    PgEntityStore entities,
    PgEntitySearch search,
    PgEntityScan scan,
    PgImportStore imports,
    PgRevocationStore revocations,
    RequestTable requests,
    PgProvisionStore provisions,
    PgAccountNotes accountNotes,
    PgLearnedIndexes learnedIndexes,
    PgDueCredentials dueCredentials,
    PgRaisedClaims raisedClaims,
    EntityMemory memory) {}
