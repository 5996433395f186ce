/** What an endpoint is: its description, the call that it handles, and the reply. */
package org.attestry.gateway.http;
