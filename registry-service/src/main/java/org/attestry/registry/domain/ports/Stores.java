package org.attestry.registry.domain.ports;

import org.attestry.registry.domain.bulk.ImportStore;
import org.attestry.registry.domain.bulk.RevocationStore;
import org.attestry.registry.domain.claim.FindRaisedClaims;
import org.attestry.registry.domain.credential.DueCredentials;
import org.attestry.registry.domain.owners.AccountNotes;
import org.attestry.registry.domain.owners.ProvisionStore;
import org.attestry.registry.domain.search.EntityScan;
import org.attestry.registry.domain.search.EntitySearch;
import org.attestry.registry.domain.stored.EntityMemory;
import org.attestry.registry.domain.stored.EntityStore;
import org.attestry.registry.domain.types.LearnedIndexStore;
import org.attestry.registry.domain.types.TypeStore;
import org.attestry.runtime.idempotency.RequestStore;

/** All stores of the service. */
public record Stores(
    TypeStore types,
    EntityStore entities,
    EntitySearch search,
    EntityScan scan,
    ImportStore imports,
    RevocationStore revocations,
    RequestStore requests,
    ProvisionStore provisions,
    AccountNotes accountNotes,
    LearnedIndexStore learnedIndexes,
    DueCredentials dueCredentials,
    FindRaisedClaims.Store raisedClaims,
    EntityMemory memory) {}
