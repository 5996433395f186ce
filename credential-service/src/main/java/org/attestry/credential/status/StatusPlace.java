package org.attestry.credential.status;

/**
 * The entry of a credential in both lists of its issuer with one number.
 *
 * @param list the lists' number
 * @param index in each of them, from 0
 */
public record StatusPlace(String issuer, long list, int index) {}
