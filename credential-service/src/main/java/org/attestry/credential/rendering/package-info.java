/**
 * Certificates as HTML, SVG and PDF: markup that cannot read or fetch anything, fonts, QR codes.
 */
package org.attestry.credential.rendering;
