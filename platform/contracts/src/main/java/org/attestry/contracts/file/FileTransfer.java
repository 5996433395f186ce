package org.attestry.contracts.file;

/**
 * Leave to move bytes once, over HTTP between gateway and file-service.
 *
 * <p>An upload is sent with POST: the client's own multipart body with its content type, its length
 * where it is known, and {@code Expect: 100-continue} where the client waits for that. The answer
 * is 200 with a {@link StoredFiles} as JSON; one that comes before the end of the body says that no
 * more of it is read. A download is fetched with GET or HEAD, the client's {@code Range}, {@code
 * If-Range}, {@code If-Match} and {@code If-None-Match} passed on. The answer is 200, 206, 304 or
 * 416 with all headers that the client needs. Every other status has a {@link
 * org.attestry.contracts.Failure} as JSON.
 *
 * @param url an internal HTTP address that ends in an unguessable ticket, valid for one transfer
 *     that begins within a minute, at the replica that gave it
 */
public record FileTransfer(String url) {}
