/** What the service reads at most; as JSON, it fits into a request body of 1 MB. */
const MOST_PIXELS = 1_440_000;
const LONGEST_SIDE = 4_000;

/** The service cannot read pictures at the moment. */
export class Busy extends Error {}

/** Whether the browser itself reads QR codes, also what a video shows. */
export const readsCodes = 'BarcodeDetector' in globalThis;

/**
 * The text of a QR code in the file of a picture, or null. The picture is sent to the service where
 * the browser finds none. Throws Busy.
 */
export async function textInPicture(file) {
  let picture;
  try {
    picture = await createImageBitmap(file);
  } catch {
    return null;
  }
  return await textSeen(picture) ?? await byService(picture);
}

/** The text of a QR code that the browser sees in a picture or in what a video shows, or null. */
export async function textSeen(source) {
  try {
    const detector = new globalThis.BarcodeDetector({formats: ['qr_code']});
    const codes = await detector.detect(source);
    return codes.length > 0 ? codes[0].rawValue : null;
  } catch {
    return null;
  }
}

async function byService(picture) {
  const pixels = scaled(picture);
  let response;
  try {
    response = await fetch(new URL('../qr-code', import.meta.url), {
      method: 'POST',
      headers: {'content-type': 'application/json', accept: 'application/json'},
      body: JSON.stringify({width: pixels.width, pixels: await base64(greyLevels(pixels.data))})
    });
  } catch {
    throw new Busy();
  }
  if (!response.ok) {
    throw new Busy();
  }
  return (await response.json()).result.text ?? null;
}

function scaled(picture) {
  const {width, height} = picture;
  const scale = Math.min(
    1, Math.sqrt(MOST_PIXELS / (width * height)), LONGEST_SIDE / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(width * scale));
  canvas.height = Math.max(1, Math.floor(height * scale));
  const drawing = canvas.getContext('2d');
  drawing.fillStyle = 'white';
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return drawing.getImageData(0, 0, canvas.width, canvas.height);
}

/** Two pixels a byte, of 16 levels each, by their luma (ITU-R BT.601). */
function greyLevels(rgba) {
  const packed = new Uint8Array(Math.ceil(rgba.length / 8));
  for (let i = 0; i < rgba.length; i += 4) {
    const level = Math.round((0.299 * rgba[i] + 0.587 * rgba[i + 1] + 0.114 * rgba[i + 2]) / 17);
    packed[i >> 3] |= (i & 4) === 0 ? level << 4 : level;
  }
  return packed;
}

async function base64(bytes) {
  const reader = new FileReader();
  const read = new Promise((resolve, reject) => {
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
  });
  reader.readAsDataURL(new Blob([bytes]));
  const url = await read;
  return url.slice(url.indexOf(',') + 1);
}
