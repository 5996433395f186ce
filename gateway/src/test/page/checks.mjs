// Looks at the verification page with Chromium and axe-core; ends with 1 when something is wrong.
//   node checks.mjs ADDRESS CHROMIUM [FOLDER]      with a folder, makes the pictures of the documentation, too
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { encodeQR } from 'qr';

const [address, executable, pictures] = process.argv.slice(2);
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
  unavailable: `/verify/${NUMBER}9`
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

const wrong = [];

function expect(truth, what) {
  if (!truth) {
    wrong.push(what);
  }
}

/** A page that must load nothing from elsewhere and run nothing that is not its own. */
async function open(browser, path, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, ...options });
  const page = await context.newPage();
  page.on('request', request => {
    const own = request.url().startsWith(address) || request.url().startsWith('blob:');
    expect(own, `${path} loads ${request.url()}`);
  });
  page.on('dialog', dialog => {
    expect(false, `${path} ran a script: ${dialog.message()}`);
    return dialog.dismiss();
  });
  page.on('pageerror', error => expect(false, `${path}: ${error}`));
  page.on('console', message =>
    expect(
      message.type() !== 'error' || message.text().includes('Failed to load resource'),
      `${path} says ${message.text()}`));
  await page.goto(address + path);
  return page;
}

async function accessible(browser) {
  for (const [name, path] of Object.entries(PAGES)) {
    for (const colorScheme of ['light', 'dark']) {
      for (const locale of ['en', 'hi']) {
        const page = await open(browser, path, { colorScheme, locale });
        await page.evaluate(AXE);
        const { violations } = await page.evaluate(
          tags => axe.run({ runOnly: { type: 'tag', values: tags } }), WCAG);
        for (const { id, nodes } of violations) {
          expect(false, `${name} ${colorScheme} ${locale}: ${id} at ${nodes[0].html}`);
        }
        await page.context().close();
      }
    }
    const page = await open(browser, path, { viewport: { width: 320, height: 640 } });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width <= 320, `${name} is ${width} pixels wide on a screen of 320`);
    await page.context().close();
  }
}

async function withoutScript(browser) {
  const page = await open(browser, PAGES.revoked, { javaScriptEnabled: false });
  expect(await title(page) === 'This credential has been revoked', 'a link without JavaScript');
  await page.goto(address + PAGES.form);
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

function file(name, mimeType, content) {
  return { name, mimeType, buffer: Buffer.from(content) };
}

async function handIn(page, handed) {
  await page.setInputFiles('#file', handed);
  await page.waitForFunction(
    () => document.querySelector('.verdict')
      || !['', document.forms[0]?.dataset.reading].includes(
        document.getElementById('notice')?.textContent));
  return await page.locator('.verdict').count() === 1
    ? await title(page)
    : (await page.textContent('#notice')).trim();
}

const VALID = 'This credential is valid';
const ALTERED = 'This credential is not genuine';

async function files(browser) {
  const broken = CREDENTIAL.replace('Meera', 'Meerb');
  const picture = text => encodeQR(text, 'gif', { scale: 6 });
  const bomb = pdf('{' + ' '.repeat(30_000_000), { packed: true });
  const cases = {
    'JSON': [file('a.json', 'application/json', CREDENTIAL), VALID],
    'changed JSON': [file('a.json', 'application/json', broken), ALTERED],
    'PDF': [file('a.pdf', 'application/pdf', pdf(CREDENTIAL, { packed: true })), VALID],
    'PDF with a length elsewhere': [
      file('a.pdf', 'application/pdf', pdf(CREDENTIAL, { packed: true, indirect: true })), VALID],
    'PDF that is not packed': [file('a', '', pdf(CREDENTIAL, { indirect: true })), VALID],
    'PDF with a changed byte': [
      file('a.pdf', 'application/pdf', pdf(broken, { packed: true })), ALTERED],
    'PDF without credential': [
      file('a.pdf', 'application/pdf', '%PDF-1.4\n%%EOF'), /^This PDF has no credential/],
    'PDF with a bomb': [file('a.pdf', 'application/pdf', bomb), /^This PDF has no credential/],
    'PDF of broken objects': [
      file('a.pdf', 'application/pdf', '%PDF-1.4 obj /EmbeddedFile stream\n'.repeat(2_000)),
      /^This PDF has no credential/],
    'QR code of a link': [
      file('a.gif', 'image/gif', picture(`https://registry.example.org/verify/${NUMBER}2`)),
      'This credential has expired'],
    'QR code of a number': [
      file('a.gif', 'image/gif', picture(`urn:uuid:${NUMBER}1`)), VALID],
    'QR code of something else': [
      file('a.gif', 'image/gif', picture('javascript:alert(1)')), 'This is not a credential'],
    'picture that is none': [file('a.png', 'image/png', 'GIF89a'), /^No QR code was found/],
    'bytes': [file('a.bin', '', [255, 254, 0, 1]), /^This file is neither/],
    'large file': [file('a.json', 'application/json', ' '.repeat(10_000_001)), /too large/],
    'long text': [file('a.json', 'application/json', ' '.repeat(1_000_001)), /too large/],
    'markup': [
      file('a.json', 'application/json', '<img src=x onerror=alert(1)>'),
      'This is not a credential']
  };
  for (const [name, [handed, expected]] of Object.entries(cases)) {
    const page = await open(browser, PAGES.form);
    const found = await handIn(page, handed).catch(String);
    const fits = expected instanceof RegExp ? expected.test(found) : found === expected;
    expect(fits, `${name}: ${found}`);
    await page.context().close();
  }
}

async function dropped(browser) {
  const page = await open(browser, PAGES.form);
  await drop(page);
  expect(await title(page) === VALID, 'a file that is dropped');
  expect(await page.locator('dd', { hasText: 'Meera Iyer' }).count() === 1, 'what it states');
  await page.context().close();
}

async function drop(page) {
  const transfer = await page.evaluateHandle(content => {
    const data = new DataTransfer();
    data.items.add(new File([content], 'certificate.json', { type: 'application/json' }));
    return data;
  }, CREDENTIAL);
  await page.dispatchEvent('#drop', 'drop', { dataTransfer: transfer });
  await page.waitForSelector('.verdict');
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

async function title(page) {
  return (await page.textContent('h1')).trim();
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
  const page = await open(browser, PAGES.form, desktop);
  await drop(page);
  await page.screenshot({ path: `${pictures}/verify-dropped.png`, fullPage: true });
}

const browser = await chromium.launch({
  executablePath: executable,
  args: process.getuid() === 0 ? ['--no-sandbox'] : []
});
const checks = [accessible, withoutScript, byKeyboard, files, dropped, languages, hostile];
if (pictures) {
  checks.push(takePictures);
}
for (const check of checks) {
  await check(browser).catch(error => wrong.push(`${check.name}: ${error.message}`));
}
await browser.close();
console.log(wrong.join('\n'));
process.exit(wrong.length === 0 ? 0 : 1);
