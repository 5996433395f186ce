// Looks at the verification page with Chromium and axe-core; ends with 1 when something is wrong.
//   node checks.mjs ADDRESS CHROMIUM [FOLDER]      with a folder, makes the pictures of the documentation, too
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { encodeQR } from 'qr';
import {
  address, compact, end, expect, file, go, handIn, launch, open, title, video, wrong
} from './browser.mjs';

const pictures = process.argv[4];
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const NUMBER = '00000000-0000-4000-8000-00000000000';
const PAGES = {
  form: '/verify',
  valid: `/verify/${NUMBER}1`,
  expired: `/verify/${NUMBER}2`,
  suspended: `/verify/${NUMBER}3`,
  revoked: `/verify/${NUMBER}4`,
  altered: `/verify/${NUMBER}5`,
  unconfirmed: `/verify/${NUMBER}6`,
  hostile: `/verify/${NUMBER}7`,
  unknown: `/verify/${NUMBER}8`,
  unavailable: `/verify/${NUMBER}9`,
  early: `/verify/${NUMBER}a`,
  unsigned: `/verify/${NUMBER}b`,
  untrusted: `/verify/${NUMBER}c`,
  foreign: `/verify/${NUMBER}d`,
  refused: '/verify?page=1',
  nowhere: '/verify/no/such/page'
};
const CREDENTIAL = JSON.stringify({
  '@context': ['https://www.w3.org/2018/credentials/v1'],
  type: ['VerifiableCredential', 'UniversityDegreeCredential'],
  id: `urn:uuid:${NUMBER}1`,
  issuer: 'did:web:registry.example.gov.in',
  issuanceDate: '2026-06-12T09:30:00Z',
  credentialSubject: { name: 'Meera Iyer', degree: 'Bachelor of Science', born: '2004-02-29' },
  proof: { type: 'RsaSignature2018', jws: 'genuine' }
});

/** Each page in both colour schemes and both languages. */
const LOOKS = [{ colorScheme: 'light', locale: 'en' }, { colorScheme: 'dark', locale: 'hi' }];

async function accessible(browser) {
  for (const look of LOOKS) {
    const page = await open(browser, PAGES.form, look);
    const wide = page.viewportSize();
    for (const [name, path] of Object.entries(PAGES)) {
      await page.setViewportSize(wide);
      await go(page, path);
      await axeOn(page, `${name} ${look.colorScheme} ${look.locale}`);
      await narrow(page, `${name} ${look.locale}`);
    }
    await page.context().close();
  }
  const page = await open(browser, PAGES.form);
  await drop(page, CREDENTIAL, 'application/json');
  await axeOn(page, 'dropped');
  await page.context().close();
}

/** WCAG 2.2 success criterion 1.4.10: no scrolling in two directions; also with long words. */
async function narrow(page, name) {
  await page.setViewportSize({ width: 320, height: 640 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width <= 320, `${name} is ${width} pixels wide on a screen of 320`);
}

async function axeOn(page, name) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    tags => axe.run({ runOnly: { type: 'tag', values: tags } }), WCAG);
  for (const { id, nodes } of violations) {
    expect(false, `${name}: ${id} at ${nodes[0].html}`);
  }
}

async function withoutScript(browser) {
  const page = await open(browser, PAGES.revoked, { javaScriptEnabled: false });
  expect(await title(page) === 'This credential has been revoked', 'a link without JavaScript');
  await go(page, PAGES.form);
  await page.fill('#credential', CREDENTIAL);
  await page.click('button[type=submit]');
  expect(await title(page) === 'This credential is valid', 'pasting without JavaScript');
  await page.context().close();
}

async function byKeyboard(browser) {
  const page = await open(browser, PAGES.form);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement.className) === 'skip', 'skip link first');
  await page.focus('#credential');
  await page.keyboard.type(NUMBER + '4');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/lang=en/);
  expect(await title(page) === 'This credential has been revoked', 'a number by keyboard');
  await page.context().close();
}

/** A PDF with the credential as its embedded file; readers need more of it than the page does. */
function pdf(content, { packed, indirect }) {
  const data = packed ? deflateSync(content) : Buffer.from(content);
  const length = indirect ? '8 0 R' : String(data.length);
  return Buffer.concat([
    Buffer.from(
      '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Names<</EmbeddedFiles 2 0 R>>>>\nendobj\n'
      + '7 0 obj\n<</Type /EmbeddedFile /Subtype /application#2Fld+json'
      + `${packed ? ' /Filter /FlateDecode' : ''} /Length ${length}>>\nstream\r\n`),
    data,
    Buffer.from('\nendstream\nendobj\n8 0 obj\n' + data.length + '\nendobj\n%%EOF\n')
  ]);
}

/** What an encrypted PDF has in place of the packed credential. */
function encrypted() {
  const sealed = pdf(CREDENTIAL, { packed: true }).toString('latin1');
  const begin = sealed.indexOf('stream\r\n') + 'stream\r\n'.length;
  const garbled = sealed.slice(begin, begin + 40).split('').reverse().join('');
  return Buffer.from(
    sealed.slice(0, begin) + garbled + sealed.slice(begin + 40)
    + 'trailer<</Encrypt<</Filter/Standard/V 4>>>>', 'latin1');
}

function recursive() {
  const loop = '9 0 obj\n<</Kids [9 0 R] /Parent 9 0 R /Length 9 0 R>>\nendobj\n';
  return Buffer.concat([Buffer.from('%PDF-1.7\n' + loop.repeat(50_000)), pdf(CREDENTIAL, {})]);
}

function polyglot() {
  return Buffer.concat([
    Buffer.from('<script>alert(1)</script><img src=x onerror=alert(1)><!--\n'),
    pdf(CREDENTIAL, { packed: true }),
    Buffer.from('--><script>alert(1)</script>PK\x03\x04')
  ]);
}

const VALID = 'This credential is valid';
const ALTERED = 'This credential is not genuine';

async function files(browser) {
  const broken = CREDENTIAL.replace('Meera', 'Meerb');
  const picture = text => encodeQR(text, 'gif', { scale: 6 });
  const bomb = pdf('{' + ' '.repeat(30_000_000), { packed: true });
  const blanks = '/Filter' + ' '.repeat(2_000_000);
  const two = Buffer.concat([pdf(CREDENTIAL, {}), pdf(broken, { packed: true })]);
  const cases = {
    'PDF with two credentials': [
      file('a.pdf', 'application/pdf', two), /^This PDF has several credentials/],
    'PDF with the same credential twice': [
      file('a.pdf', 'application/pdf', Buffer.concat([pdf(CREDENTIAL, {}), pdf(CREDENTIAL, {})])),
      VALID],
    'PDF that is encrypted': [
      file('a.pdf', 'application/pdf', encrypted()), /^No credential can be read/],
    'PDF with an endless dictionary': [
      file('a.pdf', 'application/pdf', '%PDF-1.7\n1 0 obj\n<</Type /EmbeddedFile ' + blanks),
      /^No credential can be read/],
    'PDF with objects that refer to themselves': [
      file('a.pdf', 'application/pdf', recursive()), VALID],
    'PDF that is a page and an archive, too': [
      file('a.html', 'text/html', polyglot()), VALID],
    'QR code of a credential': [file('a.gif', 'image/gif', picture(compact(CREDENTIAL))), VALID],
    'QR code of a changed credential': [
      file('a.gif', 'image/gif', picture(compact(broken))), ALTERED],
    'QR code of a bomb': [
      file('a.gif', 'image/gif', picture(compact(' '.repeat(1_000_000)))),
      'This is not a credential'],
    'text of a QR code': [file('a.txt', 'text/plain', compact(CREDENTIAL)), VALID],
    'JSON': [file('a.json', 'application/json', CREDENTIAL), VALID],
    'changed JSON': [file('a.json', 'application/json', broken), ALTERED],
    'PDF': [file('a.pdf', 'application/pdf', pdf(CREDENTIAL, { packed: true })), VALID],
    'PDF with a length elsewhere': [
      file('a.pdf', 'application/pdf', pdf(CREDENTIAL, { packed: true, indirect: true })), VALID],
    'PDF that is not packed': [file('a', '', pdf(CREDENTIAL, { indirect: true })), VALID],
    'PDF with a changed byte': [
      file('a.pdf', 'application/pdf', pdf(broken, { packed: true })), ALTERED],
    'PDF without credential': [
      file('a.pdf', 'application/pdf', '%PDF-1.4\n%%EOF'), /^No credential can be read/],
    'PDF with a bomb': [file('a.pdf', 'application/pdf', bomb), /^No credential can be read/],
    'PDF of broken objects': [
      file('a.pdf', 'application/pdf', '%PDF-1.4 obj /EmbeddedFile stream\n'.repeat(2_000)),
      /^No credential can be read/],
    'QR code of a link': [
      file('a.gif', 'image/gif', picture(`https://registry.example.org/verify/${NUMBER}2`)),
      'This credential has expired'],
    'QR code of a number': [
      file('a.gif', 'image/gif', picture(`urn:uuid:${NUMBER}1`)), VALID],
    'QR code of something else': [
      file('a.gif', 'image/gif', picture('javascript:alert(1)')), 'This is not a credential'],
    'picture that is none': [file('a.png', 'image/png', 'GIF89a'), /^No QR code was found/],
    'bytes': [file('a.bin', '', [255, 254, 0, 1]), /^This file is neither/],
    'long text': [file('a.json', 'application/json', ' '.repeat(1_000_001)), /too large/],
    'markup': [
      file('a.json', 'application/json', '<img src=x onerror=alert(1)>'),
      'This is not a credential']
  };
  const page = await open(browser, PAGES.form);
  for (const [name, [handed, expected]] of Object.entries(cases)) {
    await go(page, PAGES.form);
    const found = await handIn(page, handed).catch(String);
    const fits = expected instanceof RegExp ? expected.test(found) : found === expected;
    expect(fits, `${name}: ${found}`);
  }
  await page.context().close();
}

async function dropped(browser) {
  const page = await open(browser, PAGES.form);
  await drop(page, pdf(CREDENTIAL, { packed: true }).toString('latin1'), 'application/pdf');
  expect(await title(page) === VALID, 'a file that is dropped');
  expect(await page.locator('dd', { hasText: 'Meera Iyer' }).count() === 1, 'what it states');
  await page.context().close();
}

/** @param content a character for each byte */
async function drop(page, content, type) {
  const transfer = await page.evaluateHandle(([characters, type]) => {
    const data = new DataTransfer();
    const bytes = Uint8Array.from(characters, character => character.charCodeAt(0));
    data.items.add(new File([bytes], 'certificate', { type }));
    return data;
  }, [content, type]);
  await page.dispatchEvent('#drop', 'drop', { dataTransfer: transfer });
  await page.waitForSelector('.verdict');
}

/** Chosen in the page, because a driver takes long to hand over megabytes. */
async function largeFile(browser) {
  const page = await open(browser, PAGES.form);
  await page.evaluate(() => {
    const chosen = new DataTransfer();
    chosen.items.add(new File([new Uint8Array(10_000_001)], 'a.pdf', { type: 'application/pdf' }));
    const input = document.getElementById('file');
    input.files = chosen.files;
    input.dispatchEvent(new Event('change'));
  });
  await page.waitForFunction(
    () => document.getElementById('notice').textContent === document.forms[0].dataset.large);
  await page.context().close();
}

async function camera() {
  const seen = { 'a link': `https://registry.example.org/verify/${NUMBER}2`, 'a credential': compact(CREDENTIAL) };
  for (const [name, text] of Object.entries(seen)) {
    video(text, 'camera.y4m');
    const browser = await launch(
      '--use-fake-device-for-media-stream', '--use-file-for-fake-video-capture=camera.y4m');
    const page = await open(browser, PAGES.form, { permissions: ['camera'] });
    await page.click('#scan');
    await page.waitForSelector('.verdict');
    const expected = name === 'a link' ? 'This credential has expired' : VALID;
    expect(await title(page) === expected, `the camera sees ${name}: ${await title(page)}`);
    await browser.close();
  }
}

async function cameraThatIsStoppedOrRefused(browser) {
  const without = await open(browser, PAGES.form);
  expect(!await without.locator('#scan').isVisible(), 'a browser that reads no codes scans none');
  await without.context().close();

  const refused = await open(browser, PAGES.form, { permissions: ['camera'] });
  await refused.context().clearPermissions();
  await refused.click('#scan');
  await refused.waitForFunction(
    () => document.getElementById('notice').textContent === document.forms[0].dataset.camera);
  expect(await refused.locator('#scan').isVisible(), 'a refused camera leaves the button');
  await refused.context().close();

  const blind = await launch('--use-fake-device-for-media-stream');
  const page = await open(blind, PAGES.form, { permissions: ['camera'] });
  await page.click('#scan');
  await page.waitForFunction(() => document.getElementById('view').videoWidth > 0);
  await axeOn(page, 'scanning');
  await page.click('#stop');
  await page.waitForFunction(() => document.getElementById('scanner').hidden);
  expect(
    await page.evaluate(() => document.getElementById('view').srcObject === null),
    'a stopped camera is off');
  await blind.close();
}

async function languages(browser) {
  const page = await open(browser, PAGES.valid, { locale: 'hi-IN' });
  expect(await page.getAttribute('html', 'lang') === 'hi', 'the language of the browser');
  await page.click('nav a[lang=en]');
  await page.waitForURL(/lang=en/);
  expect(await title(page) === VALID, 'the language that was chosen');
  await page.context().close();
}

async function hostile(browser) {
  const page = await open(browser, PAGES.hostile);
  const shown = await page.textContent('main');
  expect(shown.includes('<img src=x onerror=alert(1)>'), 'markup is shown as text');
  expect(await page.locator('main img, main script, main a[href^=javascript]').count() === 0, 'elements of others');
  await page.context().close();
}

async function takePictures(browser) {
  const shot = async (name, path, options = {}) => {
    const page = await open(browser, path, { deviceScaleFactor: 1, ...options });
    await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
    await page.context().close();
  };
  const desktop = { viewport: { width: 960, height: 640 } };
  const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
  for (const name of ['form', 'valid', 'expired', 'suspended', 'revoked', 'unknown']) {
    await shot(`verify-${name}`, PAGES[name], desktop);
    await shot(`verify-${name}-360`, PAGES[name], phone);
  }
  await shot('verify-form-dark', PAGES.form, { ...desktop, colorScheme: 'dark' });
  await shot('verify-valid-dark', PAGES.valid, { ...desktop, colorScheme: 'dark' });
  await shot('verify-revoked-dark-360', PAGES.revoked, { ...phone, colorScheme: 'dark' });
  await shot('verify-valid-hindi', PAGES.valid, { ...desktop, locale: 'hi' });
  for (const [name, options] of [['verify-dropped', desktop], ['verify-dropped-360', phone]]) {
    const page = await open(browser, PAGES.form, { deviceScaleFactor: 1, ...options });
    await drop(page, pdf(CREDENTIAL, { packed: true }).toString('latin1'), 'application/pdf');
    await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
    await page.context().close();
  }
}

const browser = await launch();
const checks = [
  accessible, withoutScript, byKeyboard, files, dropped, largeFile, camera,
  cameraThatIsStoppedOrRefused, languages, hostile
];
if (pictures) {
  checks.push(takePictures);
}
for (const check of checks) {
  await check(browser).catch(error => wrong.push(`${check.name}: ${error.message}`));
}
await end(browser);
