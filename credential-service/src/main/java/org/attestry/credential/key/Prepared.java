package org.attestry.credential.key;

import java.util.function.Function;

/**
 * A document that needs only its signature.
 *
 * @param input the signing input, before any digest
 * @param completed makes the complete document from the raw signature
 */
public record Prepared<T>(
    SignatureAlgorithm algorithm, byte[] input, Function<byte[], T> completed) {}
