package org.attestry.contracts.credential;

import java.time.Instant;

/**
 * A version of an uploaded template. Its text never changes.
 *
 * @param id of the version
 * @param name what schemas name it by, as {@code file:<name>}
 * @param version 1 or more; the largest is the newest
 * @param mediaType {@code text/html} or {@code image/svg+xml}
 * @param digest SHA-256 of the text in UTF-8, lower-case hex
 * @param template null in a list
 */
public record CertificateTemplate(
    String id,
    String name,
    int version,
    String mediaType,
    String digest,
    Instant osCreatedAt,
    String template) {}
