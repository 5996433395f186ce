package org.attestry.contracts.credential;

/**
 * @param content the certificate's bytes
 */
public record RenderedCertificate(byte[] content) {}
