// What the scripts that look at the console share. Their first arguments are the gateway's ADDRESS, the browser's
// EXECUTABLE and a FOLDER of texts of the console.
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

export const [address, executable, folder] = process.argv.slice(2);

export const wrong = [];

export function expect(truth, what) {
  if (!truth) {
    wrong.push(what);
  }
}

export function launch() {
  const rights = process.getuid() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: executable, args: rights });
}

export async function end(browser) {
  await browser.close();
  console.log(wrong.join('\n'));
  process.exit(wrong.length === 0 ? 0 : 1);
}

/** The texts of a language: T('save'), T('records.count', {count: 3}). */
export function textsOf(language) {
  const texts = JSON.parse(readFileSync(`${folder}/${language}.json`, 'utf8'));
  return (key, values = {}) => {
    if (!(key in texts)) {
      throw new Error(`no text ${key}`);
    }
    return texts[key].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
  };
}

/** A page whose scripts are the console's own, and which says so if one is not. */
export async function open(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en', reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  page.on('dialog', dialog => {
    expect(false, `${page.url()} ran a script: ${dialog.message()}`);
    return dialog.dismiss();
  });
  page.on('pageerror', error => expect(false, `${page.url()}: ${error.stack ?? error}`));
  page.on('console', message => expect(
    message.type() !== 'error' || message.text().includes('Failed to load resource'), `${page.url()} says ${message.text()}`));
  return page;
}

/** Signs in at the identity provider, and returns the page at a screen. */
export async function signedIn(browser, T, name, password, options) {
  const page = await open(browser, options);
  await page.goto(`${address}/console/`);
  await page.getByRole('button', { name: T('signIn') }).click();
  await page.fill('#username', name);
  await page.fill('#password', password);
  await page.click('#kc-login');
  await page.waitForSelector('registry-console nav');
  return page;
}

/** Opens a screen by its address, and waits until it has what it shows. */
export async function screen(page, hash) {
  await page.evaluate(to => { location.hash = to; }, hash);
  await page.waitForFunction(() => document.querySelector('registry-console').dataset.place === location.hash);
  await settled(page);
}

export async function settled(page) {
  await page.waitForSelector('main h1');
  await page.waitForFunction(() => [...document.querySelectorAll('main *')].every(one => !('failure' in one) || !one.busy));
}

/** The button of the dialog that is open. */
export function sheet(page) {
  return page.locator('dialog[open]');
}

export async function confirm(page, name) {
  await sheet(page).getByRole('button', { name, exact: true }).click();
  await page.waitForSelector('dialog', { state: 'detached' });
}
