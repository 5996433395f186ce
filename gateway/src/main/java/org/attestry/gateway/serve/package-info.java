/** The server: finds the endpoint of a request, admits it, reads its body, and writes the reply. */
package org.attestry.gateway.serve;
