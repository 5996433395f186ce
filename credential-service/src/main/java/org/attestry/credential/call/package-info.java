/**
 * Classes that the operations share: pages of lists, the budget of a call, the threads for
 * cryptography, and the check for admins.
 */
package org.attestry.credential.call;
