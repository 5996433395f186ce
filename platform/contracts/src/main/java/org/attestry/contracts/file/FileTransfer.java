package org.attestry.contracts.file;

/**
 * Permission for one transfer over HTTP between gateway and file-service.
 *
 * <p>An upload is sent with POST: the client's own multipart body with its content type, its length
 * if known, and {@code Expect: 100-continue} if the client sent it. The response is 200 with a
 * {@link StoredFiles} as JSON; a response before the end of the body means that the rest is not
 * read. A download is requested with GET or HEAD and the client's {@code Range}, {@code If-Range},
 * {@code If-Match} and {@code If-None-Match}. The response is 200, 206, 304 or 416 with all headers
 * for the client. Every other status has a {@link org.attestry.contracts.Failure} as JSON.
 *
 * @param url an internal HTTP URL that ends in a random ticket, valid for one transfer that begins
 *     within a minute, at the replica that issued it
 */
public record FileTransfer(String url) {}
