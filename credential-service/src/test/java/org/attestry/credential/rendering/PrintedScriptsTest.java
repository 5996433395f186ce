package org.attestry.credential.rendering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.text.PDFTextStripper;
import org.attestry.contracts.Failure;
import org.attestry.contracts.FailureException;
import org.attestry.contracts.FailureKind;
import org.attestry.credential.typeset.ChineseForm;
import org.attestry.credential.typeset.Fonts;
import org.attestry.credential.typeset.Scripts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The text that is extracted from a PDF is the text that it shows. */
class PrintedScriptsTest {

  private static final PdfPages PAGES = new PdfPages(new Scripts(new Fonts(null)));

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "Amharic, አበበ ቢቂላ ደምሴ",
    "Arabic, لاكشمي سرينيفاسان",
    "ArabicWithVowels, مُحَمَّد بْن عَبْد اللّٰه",
    "Armenian, Արամ Խաչատրյան",
    "Bengali, শ্রীমতী লক্ষ্মী রহমান",
    "Burmese, အောင်ဆန်းစုကြည်",
    "Dhivehi, މުޙައްމަދު",
    "Georgian, ნინო ქართველიშვილი",
    "Greek, Ἀριστοτέλης Παπαδόπουλος",
    "Gujarati, લક્ષ્મી શ્રીનિવાસન",
    "Hebrew, שרה כהן־לוי",
    "Hindi, लक्ष्मी श्रीनिवासन",
    "Kannada, ಲಕ್ಷ್ಮೀ ಶ್ರೀನಿವಾಸನ್",
    "Khmer, ព្រះបាទនរោត្តម សីហនុ",
    "Lao, ສຸພານຸວົງ",
    "Malayalam, ലക്ഷ്മി ശ്രീനിവാസൻ",
    "Manipuri, ꯃꯤꯇꯩ ꯃꯌꯦꯛ",
    "Nepali, कृष्णप्रसाद भट्टराई",
    "Odia, ଲକ୍ଷ୍ମୀ ଶ୍ରୀନିବାସନ",
    "Punjabi, ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
    "Russian, Пётр Ильич Щёголев",
    "Santali, ᱥᱟᱱᱛᱟᱲᱤ",
    "Sinhala, ලක්ෂ්මී ශ්‍රී නිවාසන්",
    "Tamil, லக்ஷ்மி ஸ்ரீனிவாசன்",
    "Telugu, లక్ష్మీ శ్రీనివాసన్",
    "Thai, สมชาย น้ำใจดี",
    "Urdu, ٹیپو سلطان ڈھاکے",
    "Vietnamese, Nguyễn Thị Thuý Hằng",
    "Yoruba, Adé̩wálé̩ O̩lúwas̩eun",
  })
  void theTextExtractedFromThePdfIsTheTextThatWasPrinted(String language, String name)
      throws IOException {
    try (PDDocument document = printed("<p>%s</p><p><b>%s</b></p>".formatted(name, name))) {
      String[] lines = new PDFTextStripper().getText(document).strip().split("\\R");
      assertEquals(name, lines[0].strip());
      assertEquals(name, lines[1].strip());
      assertTrue(isInked(document, language));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"≤", "≥", "→", "№", "✓", "★", "■", "∞", "⅓", "①", "₹", "€", "☎", "−", "≈", "।"})
  void signsArePrinted(String sign) throws IOException {
    String text = "A %s B".formatted(sign);
    try (PDDocument document = printed("<p>" + text + "</p>")) {
      assertEquals(text, new PDFTextStripper().getText(document).strip());
    }
  }

  @Test
  void textsOfSeveralDirectionsAndScriptsAreExtractedInOrder() throws IOException {
    String row = "Lakshmi लक्ष्मी (1990) லக்ஷ்மி ≤ 5";
    try (PDDocument document = printed("<p>%s</p><p dir='rtl'>الاسم (سارة)</p>".formatted(row))) {
      String text = new PDFTextStripper().getText(document);
      assertTrue(text.contains(row), text);
      assertTrue(text.contains("الاسم (سارة)"), text);
    }
  }

  @Test
  void aCharacterThatNoFontHasIsRefusedByName() {
    Failure failure =
        assertThrows(FailureException.class, () -> printed("<p>山田 and 太</p><p>ok</p>")).failure();
    assertEquals(FailureKind.UNPROCESSABLE, failure.kind());
    assertEquals("credential.certificate.characters", failure.code());
    for (String named : new String[] {"山 (U+5C71)", "田 (U+7530)", "太 (U+592A)"}) {
      assertTrue(failure.message().contains(named), failure.message());
    }
    assertFalse(failure.message().contains("(U+006F)"), failure.message());
  }

  @Test
  void joinersAndMarksOfDirectionAreNeverRefused() throws IOException {
    try (PDDocument document = printed("<p>a\u200Db\u200Ec\u00ADd ❤\uFE0F</p>")) {
      assertFalse(new PDFTextStripper().getText(document).isBlank());
    }
  }

  /** A folder as an operator gives it, with fonts of a few letters. */
  @Test
  void fontsOfTheOperatorsFolderPrintWhatTheBundledOnesDoNotHave() throws IOException {
    PdfPages pages =
        new PdfPages(new Scripts(new Fonts(Path.of("src/test/resources/fonts").toAbsolutePath())));
    String names = "山田太郎 王小明 김철수";
    try (PDDocument document = printed(pages, "<p>" + names + "</p>")) {
      assertEquals(names, new PDFTextStripper().getText(document).strip());
    }
  }

  /** U+76F4 is drawn with other strokes in Japan than in China. */
  @ParameterizedTest
  @CsvSource({
    "ja, JP",
    "zh-CN, SC",
    "zh-TW, TC",
    "zh-Hant-HK, HK",
    "en, SC",
    "'', SC",
    "ko-KR, KR"
  })
  void chineseCharactersHaveTheFormOfTheRegion(String language, String region) {
    String page = "<html lang='%s'><body>直</body></html>".formatted(language);
    assertEquals(region, ChineseForm.of(SafeMarkup.of(page, false)));
  }

  @Test
  void chineseCharactersBesideKanaHaveTheJapaneseForm() {
    String page = "<html><body>直 さくら</body></html>";
    assertEquals("JP", ChineseForm.of(SafeMarkup.of(page, false)));
  }

  private static PDDocument printed(String body) throws IOException {
    return printed(PAGES, body);
  }

  private static PDDocument printed(PdfPages pages, String body) throws IOException {
    String page =
        "<html><head><style>@page { size: 160mm 60mm; margin: 5mm } body { font-size: 24pt }"
            + "</style></head><body>%s</body></html>";
    return Loader.loadPDF(
        pages.render(SafeMarkup.of(page.formatted(body), false), null).toByteArray());
  }

  /** Whether both lines of the page have as many dark pixels as words of some letters have. */
  private static boolean isInked(PDDocument document, String name) throws IOException {
    BufferedImage image = new PDFRenderer(document).renderImageWithDPI(0, 60);
    String pictures = System.getProperty("pictures");
    if (pictures != null) {
      Path file = Files.createDirectories(Path.of(pictures)).resolve("script-" + name + ".png");
      ImageIO.write(image, "png", file.toFile());
    }
    long dark = 0;
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        dark += (image.getRGB(x, y) & 0xFF) < 128 ? 1 : 0;
      }
    }
    return dark > 200;
  }
}
