package org.attestry.credential.rendering;

import org.attestry.credential.call.QrCodes;

/** Draws QR codes with ZXing. */
public final class QrImages implements QrCodes {

  @Override
  public String png(String text) {
    return QrCode.dataAddress(text);
  }

  @Override
  public String svg(String text) {
    return QrCode.svg(text);
  }
}
