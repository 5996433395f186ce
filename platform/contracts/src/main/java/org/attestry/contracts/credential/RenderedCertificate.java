package org.attestry.contracts.credential;

/**
 * @param content the certificate's bytes
 * @param mediaType {@code text/html}, {@code application/pdf} or {@code image/svg+xml}
 */
public record RenderedCertificate(byte[] content, String mediaType) {}
