/** The verification page: verifies a link, the text of a QR code or a submitted credential. */
package org.attestry.gateway.page;
