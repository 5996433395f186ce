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
import org.attestry.runtime.work.Budget;

/**
 * Draws texts in complex scripts as outlines of shaped glyphs, and everything else as the library
 * does. Layout measures every word here, so this is where its work is counted.
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
  private final Budget budget;

  ShapedText(Scripts scripts, Budget budget) {
    this.scripts = scripts;
    this.budget = budget;
  }

  @Override
  public int getWidth(FontContext context, FSFont font, String text) {
    budget.spend(1 + text.length());
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
    budget.spend(1 + text.length());
    if (!Scripts.in(text)) {
      super.drawString(device, text, x, y, info);
      return;
    }
    FontSpecification font = ((AbstractOutputDevice) device).getFontSpecification();
    boolean bold = BOLD_VALUES.contains(font.fontWeight);
    device.fill(scripts.shape(text, bold).at(x, y, font.size));
  }
}
