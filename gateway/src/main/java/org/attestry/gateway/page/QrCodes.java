package org.attestry.gateway.page;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.DecodeHintType;
import com.google.zxing.LuminanceSource;
import com.google.zxing.PlanarYUVLuminanceSource;
import com.google.zxing.ReaderException;
import com.google.zxing.ResultPoint;
import com.google.zxing.ResultPointCallback;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import java.util.Map;
import java.util.Optional;

/** Reads QR codes (ISO/IEC 18004) in grey pictures. */
final class QrCodes {

  /** A large picture may have noise that a smaller copy has not. */
  private static final int COPIES = 3;

  /** ZXing compares each three of the patterns that may be corners of a code. */
  private static final int MOST_PATTERNS = 200;

  private QrCodes() {}

  /** Returns the text of the one QR code that is found, if there is any. */
  static Optional<String> read(GreyPicture picture) {
    GreyPicture copy = picture;
    for (int i = 0; i < COPIES; i++) {
      Optional<String> text = readCopy(copy);
      if (text.isPresent()) {
        return text;
      }
      copy = copy.halved();
    }
    return Optional.empty();
  }

  private static Optional<String> readCopy(GreyPicture copy) {
    Map<DecodeHintType, ?> hints =
        Map.of(
            DecodeHintType.TRY_HARDER,
            true,
            DecodeHintType.NEED_RESULT_POINT_CALLBACK,
            new Patterns());
    try {
      BinaryBitmap bits = new BinaryBitmap(new HybridBinarizer(luminance(copy)));
      return Optional.of(new QRCodeReader().decode(bits, hints).getText());
    } catch (ReaderException | TooManyPatterns none) {
      return Optional.empty();
    }
  }

  private static LuminanceSource luminance(GreyPicture picture) {
    int width = picture.width();
    int height = picture.height();
    return new PlanarYUVLuminanceSource(
        picture.levels(), width, height, 0, 0, width, height, false);
  }

  private static final class Patterns implements ResultPointCallback {

    private int found;

    @Override
    public void foundPossibleResultPoint(ResultPoint point) {
      if (++found > MOST_PATTERNS) {
        throw new TooManyPatterns();
      }
    }
  }

  private static final class TooManyPatterns extends RuntimeException {

    private static final long serialVersionUID = 1;

    TooManyPatterns() {
      super(null, null, false, false);
    }
  }
}
