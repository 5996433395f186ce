/** Text in PDFs: fonts, scripts, shapes and directions. */
package org.attestry.credential.typeset;
