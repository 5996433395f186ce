/** Bodies of HTTP messages that are slow, long or left unread. */
package org.attestry.runtime.http;
