package org.attestry.contracts.file;

/**
 * Leave to move bytes once. An upload is sent to the address with POST, as the client's own multipart
 * body with its content type; the answer is the operation's JSON. A download is fetched with GET, range
 * headers passed on.
 *
 * @param url an internal HTTP address that ends in an unguessable ticket, valid for one transfer that
 *     begins within a minute, at the replica that gave it
 */
public record FileTransfer(String url) {}
