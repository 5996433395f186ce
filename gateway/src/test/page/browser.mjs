// What the scripts that look at the verification page share. The first two arguments of each are the
// gateway's ADDRESS and the browser's EXECUTABLE.
import { writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { encodeQR } from 'qr';
import { decodeQR } from 'qr/decode.js';

export const [address, executable] = process.argv.slice(2);

export const wrong = [];

export function expect(truth, what) {
  if (!truth) {
    wrong.push(what);
  }
}

export function launch(...args) {
  const rights = process.getuid() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: executable, args: [...rights, ...args] });
}

export async function end(browser) {
  await browser.close();
  console.log(wrong.join('\n'));
  process.exit(wrong.length === 0 ? 0 : 1);
}

/** A page that must load nothing from elsewhere and run nothing that is not its own. */
export async function open(browser, path, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, ...options });
  const page = await context.newPage();
  if (options.permissions?.includes('camera')) {
    await addDetector(page);
  }
  page.on('request', request => {
    const own = request.url().startsWith(address) || request.url().startsWith('blob:');
    expect(own, `${page.url()} loads ${request.url()}`);
  });
  page.on('dialog', dialog => {
    expect(false, `${page.url()} ran a script: ${dialog.message()}`);
    return dialog.dismiss();
  });
  page.on('pageerror', error => expect(false, `${page.url()}: ${error}`));
  page.on('console', message =>
    expect(
      message.type() !== 'error' || message.text().includes('Failed to load resource'),
      `${page.url()} says ${message.text()}`));
  await go(page, path);
  return page;
}

/** Browsers on phones have a BarcodeDetector; Chromium on Linux has none. */
async function addDetector(page) {
  await page.exposeFunction('readCode', (width, height, data) => {
    try {
      return decodeQR({ width, height, data: Uint8ClampedArray.from(Buffer.from(data, 'latin1')) });
    } catch {
      return null;
    }
  });
  await page.addInitScript(() => {
    globalThis.BarcodeDetector = class {
      async detect(source) {
        const picture = await createImageBitmap(source);
        const canvas = new OffscreenCanvas(picture.width, picture.height);
        const drawing = canvas.getContext('2d');
        drawing.drawImage(picture, 0, 0);
        const { width, height, data } = drawing.getImageData(0, 0, canvas.width, canvas.height);
        const text = await readCode(width, height, new TextDecoder('latin1').decode(data));
        return text === null ? [] : [{ rawValue: text }];
      }
    };
  });
}

/** Loads another document in the same page: a new context takes longer than most checks. */
export function go(page, path) {
  return page.goto(address + path);
}

export async function title(page) {
  return (await page.textContent('h1')).trim();
}

export function file(name, mimeType, content) {
  return { name, mimeType, buffer: Buffer.from(content) };
}

export async function handIn(page, handed) {
  await page.setInputFiles('#file', handed);
  await page.waitForFunction(
    () => document.querySelector('.verdict')
      || !['', document.forms[0]?.dataset.reading].includes(
        document.getElementById('notice')?.textContent));
  return await page.locator('.verdict').count() === 1
    ? await title(page)
    : (await page.textContent('#notice')).trim();
}

/** The text of a QR code that holds a credential: zlib (RFC 1950) in Base45 (RFC 9285). */
export function compact(credential) {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
  const bytes = deflateSync(credential);
  let text = 'ATT1:';
  for (let i = 0; i < bytes.length; i += 2) {
    const pair = i + 1 < bytes.length;
    let n = pair ? bytes[i] * 256 + bytes[i + 1] : bytes[i];
    for (let digits = pair ? 3 : 2; digits > 0; digits--) {
      text += alphabet[n % 45];
      n = Math.floor(n / 45);
    }
  }
  return text;
}

/** A camera that sees a QR code: a video in YUV4MPEG2, of one picture. */
export function video(text, file) {
  const [width, height] = [640, 480];
  const modules = encodeQR(text, 'raw');
  const scale = Math.floor(height * 0.9 / modules.length);
  const left = Math.floor((width - modules.length * scale) / 2);
  const top = Math.floor((height - modules.length * scale) / 2);
  const luma = Buffer.alloc(width * height, 235);
  modules.forEach((row, y) => row.forEach((dark, x) => {
    for (let line = 0; dark && line < scale; line++) {
      const begin = (top + y * scale + line) * width + left + x * scale;
      luma.fill(16, begin, begin + scale);
    }
  }));
  const frame = Buffer.concat(
    [Buffer.from('FRAME\n'), luma, Buffer.alloc(width * height / 2, 128)]);
  const head = `YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`;
  writeFileSync(file, Buffer.concat([Buffer.from(head), frame, frame]));
}
