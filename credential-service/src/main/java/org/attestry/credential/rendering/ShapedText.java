package org.attestry.credential.rendering;

import com.openhtmltopdf.css.constants.IdentValue;
import com.openhtmltopdf.css.value.FontSpecification;
import com.openhtmltopdf.extend.FontContext;
import com.openhtmltopdf.extend.OutputDevice;
import com.openhtmltopdf.pdfboxout.PdfBoxFSFont;
import com.openhtmltopdf.pdfboxout.PdfBoxTextRenderer;
import com.openhtmltopdf.render.AbstractOutputDevice;
import com.openhtmltopdf.render.FSFont;
import com.openhtmltopdf.render.JustificationInfo;
import java.util.Set;

/**
 * Draws texts in complex scripts as outlines of shaped glyphs, and everything else as the library
 * does.
 */
final class ShapedText extends PdfBoxTextRenderer {

  private static final int BOLD = 600;
  private static final Set<IdentValue> BOLD_VALUES =
      Set.of(
          IdentValue.BOLD,
          IdentValue.BOLDER,
          IdentValue.FONT_WEIGHT_600,
          IdentValue.FONT_WEIGHT_700,
          IdentValue.FONT_WEIGHT_800,
          IdentValue.FONT_WEIGHT_900);

  private final Scripts scripts;

  ShapedText(Scripts scripts) {
    this.scripts = scripts;
  }

  @Override
  public int getWidth(FontContext context, FSFont font, String text) {
    if (!Scripts.in(text)) {
      return super.getWidth(context, font, text);
    }
    boolean bold = ((PdfBoxFSFont) font).getFontDescriptions().getFirst().getWeight() >= BOLD;
    return (int) Math.ceil(scripts.shape(text, bold).width() * font.getSize2D());
  }

  @Override
  public void drawString(OutputDevice device, String text, float x, float y) {
    drawString(device, text, x, y, null);
  }

  @Override
  public void drawString(
      OutputDevice device, String text, float x, float y, JustificationInfo info) {
    if (!Scripts.in(text)) {
      super.drawString(device, text, x, y, info);
      return;
    }
    FontSpecification font = ((AbstractOutputDevice) device).getFontSpecification();
    boolean bold = BOLD_VALUES.contains(font.fontWeight);
    device.fill(scripts.shape(text, bold).at(x, y, font.size));
  }
}
