package org.attestry.credential.key;

import java.util.function.Function;

/**
 * What lacks its signature.
 *
 * @param input what is signed, before any digest
 * @param completed makes the whole of the raw signature
 */
public record Prepared<T>(
    SignatureAlgorithm algorithm, byte[] input, Function<byte[], T> completed) {}
