package org.attestry.credential.status;

/**
 * The entry of a credential in the two lists of its issuer that have one number.
 *
 * @param list the lists' number
 * @param index in each of them, from 0
 */
public record StatusPlace(String issuer, long list, int index) {}
