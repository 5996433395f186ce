// Hands a PDF certificate and the code on it to the page of a running suite; ends with 1 when something is wrong.
//   node certificate.mjs ADDRESS CHROMIUM FOLDER     with certificate.pdf, changed.pdf, certificate.png, credential.json
import { readFileSync } from 'node:fs';
import { compact, end, expect, file, handIn, launch, open, title, video } from './browser.mjs';

const folder = process.argv[4];
const VALID = 'This credential is valid';
const HOLDER = 'Kavitha Menon';

async function found(browser, name, type) {
  const page = await open(browser, '/verify');
  const sentence = await handIn(page, file(name, type, readFileSync(`${folder}/${name}`)));
  const holders = await page.locator('dd', { hasText: HOLDER }).count();
  await page.context().close();
  return [sentence, holders];
}

const browser = await launch();
const expected = {
  'certificate.pdf': ['application/pdf', VALID, 1],
  'changed.pdf': ['application/pdf', 'This credential is not genuine', 0],
  'certificate.png': ['image/png', VALID, 1]
};
for (const [name, [type, sentence, holders]] of Object.entries(expected)) {
  const seen = await found(browser, name, type).catch(String);
  expect(String(seen) === String([sentence, holders]), `${name}: ${seen}`);
}

video(compact(readFileSync(`${folder}/credential.json`)), 'certificate.y4m');
const seeing = await launch(
  '--use-fake-device-for-media-stream', '--use-file-for-fake-video-capture=certificate.y4m');
const page = await open(seeing, '/verify', { permissions: ['camera'] });
await page.click('#scan');
await page.waitForSelector('.verdict').catch(String);
expect(await title(page) === VALID, `the camera: ${await title(page)}`);
await seeing.close();
await end(browser);
