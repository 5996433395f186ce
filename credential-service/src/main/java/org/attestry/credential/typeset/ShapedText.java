package org.attestry.credential.typeset;

import com.openhtmltopdf.css.constants.IdentValue;
import com.openhtmltopdf.css.value.FontSpecification;
import com.openhtmltopdf.extend.FontContext;
import com.openhtmltopdf.extend.OutputDevice;
import com.openhtmltopdf.pdfboxout.PdfBoxFSFont;
import com.openhtmltopdf.pdfboxout.PdfBoxTextRenderer;
import com.openhtmltopdf.render.AbstractOutputDevice;
import com.openhtmltopdf.render.FSFont;
import com.openhtmltopdf.render.JustificationInfo;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.contracts.Violation;
import org.attestry.credential.typeset.Scripts.Shaped;

/**
 * Draws the texts of one document. Texts in complex scripts are outlines of shaped glyphs with an
 * invisible text over them. The library draws all others.
 */
public final class ShapedText extends PdfBoxTextRenderer {

  private static final int BOLD = 600;
  private static final Set<IdentValue> BOLD_VALUES =
      Set.of(
          IdentValue.BOLD,
          IdentValue.BOLDER,
          IdentValue.FONT_WEIGHT_600,
          IdentValue.FONT_WEIGHT_700,
          IdentValue.FONT_WEIGHT_800,
          IdentValue.FONT_WEIGHT_900);

  private static final int MOST_NAMED = 20;

  private final Scripts scripts;
  private final String region;
  private final ReadableText readable = new ReadableText();
  private final Set<Integer> missing = new LinkedHashSet<>();

  /**
   * @param region of Chinese characters
   */
  public ShapedText(Scripts scripts, String region) {
    this.scripts = scripts;
    this.region = region;
  }

  @Override
  public int getWidth(FontContext context, FSFont font, String text) {
    if (!scripts.in(text)) {
      return super.getWidth(context, font, text);
    }
    boolean bold = ((PdfBoxFSFont) font).getFontDescriptions().getFirst().getWeight() >= BOLD;
    return (int) Math.ceil(shaped(text, bold).width() * font.getSize2D());
  }

  @Override
  public void drawString(OutputDevice device, String text, float x, float y) {
    drawString(device, text, x, y, null);
  }

  @Override
  public void drawString(
      OutputDevice device, String text, float x, float y, JustificationInfo info) {
    if (!scripts.in(text)) {
      super.drawString(device, text, x, y, info);
      return;
    }
    FontSpecification font = ((AbstractOutputDevice) device).getFontSpecification();
    Shaped shaped = shaped(text, BOLD_VALUES.contains(font.fontWeight));
    device.fill(shaped.at(x, y, font.size));
    readable.show(device, shaped, x, y, font.size);
  }

  private Shaped shaped(String text, boolean bold) {
    Shaped shaped = scripts.shape(text, bold, region);
    if (missing.size() < MOST_NAMED) {
      missing.addAll(shaped.missing());
    }
    return shaped;
  }

  /**
   * Finishes the document; nothing can be drawn later.
   *
   * @throws FailureException UNPROCESSABLE if no font has a character
   */
  public void finish() {
    requireAllPrinted();
    readable.finish();
  }

  /**
   * @throws FailureException UNPROCESSABLE if no font has a character that was measured or drawn
   */
  public void requireAllPrinted() {
    if (missing.isEmpty()) {
      return;
    }
    String named =
        missing.stream()
            .limit(MOST_NAMED)
            .map(c -> "%s (U+%04X)".formatted(Character.toString(c), c))
            .collect(Collectors.joining(", "));
    String message =
        "No font of the service has %s. Read the certificate as text/html, or add a font that has"
            + " them to the folder that CERTIFICATE_FONTS names.";
    Violation violation = new Violation("", "characters", message.formatted(named));
    throw new Failure(
            FailureKind.UNPROCESSABLE,
            "credential.certificate.characters",
            violation.message(),
            List.of(violation))
        .exception();
  }
}
