package org.attestry.credential.typeset;

import com.openhtmltopdf.css.constants.IdentValue;
import com.openhtmltopdf.extend.OutputDevice;
import com.openhtmltopdf.pdfboxout.PdfBoxFastOutputDevice;
import com.openhtmltopdf.pdfboxout.PdfBoxFontResolver.FontDescription;
import com.openhtmltopdf.pdfboxout.PdfContentStreamAdapter;
import com.openhtmltopdf.render.JustificationInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSFloat;
import org.apache.pdfbox.cos.COSInteger;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.apache.pdfbox.pdmodel.graphics.state.RenderingMode;
import org.attestry.credential.typeset.Scripts.Shaped;

/**
 * The text of one document's outlines, for readers, searches and copies. Letters that are not
 * painted (ISO 32000-1, section 9.3.6, mode 3) are at the places of their outlines. Each letter
 * with its width gets a character code in a font of empty glyphs. The font's ToUnicode map (section
 * 9.10.3) has the meaning of the codes.
 */
final class ReadableText {

  private static final String NAME = "AAAAAA+Outlines";
  private static final int HEAVIEST = 1_000;
  private static final int LAST_CODE = 0xD7FF;
  private static final int CODES_OF_A_BLOCK = 100;

  /** The gap between letters, in sizes of the font, so that none overlaps its neighbour. */
  private static final float GAP = 0.001f;

  private static final byte[] EMPTY_GLYPHS = emptyGlyphs();

  private final COSDictionary type0 = new COSDictionary();
  private final COSDictionary cid = new COSDictionary();
  private final Map<Letter, Integer> codes = new LinkedHashMap<>();
  private final FontDescription font;

  /**
   * @param width in thousandths of the font's size
   */
  private record Letter(String text, int width) {}

  ReadableText() {
    cid.setItem(COSName.TYPE, COSName.FONT);
    cid.setItem(COSName.SUBTYPE, COSName.CID_FONT_TYPE2);
    cid.setName(COSName.BASE_FONT, NAME);
    COSDictionary system = new COSDictionary();
    system.setString(COSName.REGISTRY, "Adobe");
    system.setString(COSName.ORDERING, "Identity");
    system.setInt(COSName.SUPPLEMENT, 0);
    cid.setItem(COSName.CIDSYSTEMINFO, system);
    cid.setItem(COSName.FONT_DESC, descriptor());
    type0.setItem(COSName.TYPE, COSName.FONT);
    type0.setItem(COSName.SUBTYPE, COSName.TYPE0);
    type0.setName(COSName.BASE_FONT, NAME);
    type0.setItem(COSName.ENCODING, COSName.IDENTITY_H);
    COSArray descendants = new COSArray();
    descendants.add(cid);
    type0.setItem(COSName.DESCENDANT_FONTS, descendants);
    try {
      this.font = new FontDescription(new Coded(type0), IdentValue.NORMAL, HEAVIEST);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static COSDictionary descriptor() {
    COSDictionary descriptor = new COSDictionary();
    descriptor.setItem(COSName.TYPE, COSName.FONT_DESC);
    descriptor.setName(COSName.FONT_NAME, NAME);
    descriptor.setInt(COSName.FLAGS, 4);
    COSArray box = new COSArray();
    for (int corner : new int[] {0, -300, 1_000, 1_000}) {
      box.add(COSInteger.get(corner));
    }
    descriptor.setItem(COSName.FONT_BBOX, box);
    descriptor.setInt(COSName.ITALIC_ANGLE, 0);
    descriptor.setInt(COSName.ASCENT, 1_000);
    descriptor.setInt(COSName.DESCENT, -300);
    descriptor.setInt(COSName.CAP_HEIGHT, 700);
    descriptor.setInt(COSName.STEM_V, 80);
    COSStream file = stream(EMPTY_GLYPHS);
    file.setInt(COSName.LENGTH1, EMPTY_GLYPHS.length);
    descriptor.setItem(COSName.FONT_FILE2, file);
    return descriptor;
  }

  /** Lays the letters of a text over its outline. */
  void show(OutputDevice device, Shaped shaped, float x, float y, float size) {
    PdfBoxFastOutputDevice page = (PdfBoxFastOutputDevice) device;
    int width = Math.round(1_000 * (shaped.width() / shaped.letters().size() - GAP));
    StringBuilder text = new StringBuilder();
    shaped.letters().forEach(letter -> text.append((char) code(new Letter(letter, width))));
    JustificationInfo gaps = new JustificationInfo();
    gaps.setSpaceAdjust(GAP * size);
    gaps.setNonSpaceAdjust(GAP * size);
    PdfContentStreamAdapter content = page.getCurrentPage();
    content.setRenderingMode(RenderingMode.NEITHER);
    page.drawStringFast(text.toString(), x, y, gaps, font, size);
    content.setRenderingMode(RenderingMode.FILL);
  }

  private int code(Letter letter) {
    Integer known = codes.get(letter);
    if (known != null) {
      return known;
    }
    int code = codes.size() + 1;
    if (code > LAST_CODE) {
      throw TooComplex.because("It has too many different letters.");
    }
    codes.put(letter, code);
    return code;
  }

  /** Writes the meaning of the codes. Nothing can be shown later. */
  void finish() {
    COSArray widths = new COSArray();
    byte[] glyphs = new byte[2 * (codes.size() + 1)];
    codes.forEach(
        (letter, code) -> {
          widths.add(new COSFloat(letter.width()));
          glyphs[2 * code + 1] = 1;
        });
    COSArray fromFirst = new COSArray();
    fromFirst.add(COSInteger.ONE);
    fromFirst.add(widths);
    cid.setItem(COSName.W, fromFirst);
    cid.setItem(COSName.CID_TO_GID_MAP, stream(glyphs));
    type0.setItem(COSName.TO_UNICODE, stream(toUnicode().getBytes(StandardCharsets.US_ASCII)));
  }

  private String toUnicode() {
    StringBuilder map =
        new StringBuilder(
            """
            /CIDInit /ProcSet findresource begin
            12 dict begin
            begincmap
            /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
            /CMapName /Adobe-Identity-UCS def
            /CMapType 2 def
            1 begincodespacerange
            <0000> <FFFF>
            endcodespacerange
            """);
    int left = codes.size();
    for (Map.Entry<Letter, Integer> each : codes.entrySet()) {
      if ((each.getValue() - 1) % CODES_OF_A_BLOCK == 0) {
        map.append(Math.min(CODES_OF_A_BLOCK, left)).append(" beginbfchar\n");
      }
      byte[] text = each.getKey().text().getBytes(StandardCharsets.UTF_16BE);
      map.append("<%04X> <".formatted(each.getValue()))
          .append(HexFormat.of().withUpperCase().formatHex(text))
          .append(">\n");
      left--;
      if (each.getValue() % CODES_OF_A_BLOCK == 0 || left == 0) {
        map.append("endbfchar\n");
      }
    }
    return map.append("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n")
        .toString();
  }

  private static COSStream stream(byte[] content) {
    COSStream stream = new COSStream();
    try (OutputStream out = stream.createOutputStream(COSName.FLATE_DECODE)) {
      out.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return stream;
  }

  private static byte[] emptyGlyphs() {
    try (InputStream in = Fonts.open("Blank")) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A font whose texts consist of the codes. */
  private static final class Coded extends PDType0Font {
    Coded(COSDictionary font) throws IOException {
      super(font);
    }

    @Override
    protected byte[] encode(int code) {
      return new byte[] {(byte) (code >> 8), (byte) code};
    }
  }
}
