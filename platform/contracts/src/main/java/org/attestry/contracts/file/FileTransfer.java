package org.attestry.contracts.file;

/**
 * Leave to move bytes once, over HTTP between gateway and file-service.
 *
 * <p>An upload is sent with POST: the client's own multipart body with its content type. The answer
 * is 200 with a {@link StoredFiles} as JSON. A download is fetched with GET, the client's {@code
 * Range}, {@code If-Range} and {@code If-None-Match} passed on. The answer is 200, 206 or 304 with
 * all headers that the client needs. Every other status has a {@link
 * org.attestry.contracts.Failure} as JSON.
 *
 * @param url an internal HTTP address that ends in an unguessable ticket, valid for one transfer
 *     that begins within a minute, at the replica that gave it
 */
public record FileTransfer(String url) {}
