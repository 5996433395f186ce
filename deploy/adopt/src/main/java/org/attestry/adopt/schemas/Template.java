package org.attestry.adopt.schemas;

/**
 * A certificate template to upload.
 *
 * @param mediaType {@code text/html} or {@code image/svg+xml}
 * @param address where the former system had it
 */
public record Template(String name, String mediaType, String text, String address) {}
