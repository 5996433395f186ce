/** A photo may hold a small code, and a large one may have noise that a smaller copy has not. */
const SIDES = [1600, 800, 400];

/** The text of a QR code in the file of a picture or in what a video shows, or null. */
export async function textOfQrCode(source) {
  let picture;
  try {
    picture = await createImageBitmap(source);
  } catch {
    return null;
  }
  return await byBrowser(picture) ?? await byLibrary(picture);
}

async function byBrowser(picture) {
  try {
    const detector = new globalThis.BarcodeDetector({formats: ['qr_code']});
    const codes = await detector.detect(picture);
    return codes.length > 0 ? codes[0].rawValue : null;
  } catch {
    return null;
  }
}

async function byLibrary(picture) {
  const {decodeQR} = await import('./decode.js');
  for (const side of SIDES) {
    try {
      return decodeQR(pixels(picture, side));
    } catch {
      // There is no code that can be read at this size.
    }
  }
  return null;
}

function pixels(picture, side) {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const drawing = canvas.getContext('2d');
  drawing.fillStyle = 'white';
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return drawing.getImageData(0, 0, canvas.width, canvas.height);
}
