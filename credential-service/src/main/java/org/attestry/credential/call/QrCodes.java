package org.attestry.credential.call;

/** Draws QR codes (ISO/IEC 18004). Its methods take CPU time. */
public interface QrCodes {

  /** A PNG image in a {@code data:} address; empty for a text that does not fit into a code. */
  String png(String text);

  /** An SVG document; empty for a text that does not fit into a code. */
  String svg(String text);
}
