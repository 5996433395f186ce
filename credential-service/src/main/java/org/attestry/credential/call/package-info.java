/**
 * What the operations share: pages of lists, the budget of a call, the threads for cryptography,
 * and who is an admin.
 */
package org.attestry.credential.call;
