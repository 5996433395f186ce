/** The verification page: what a link, a QR code or a credential that is handed in amounts to. */
package org.attestry.gateway.page;
