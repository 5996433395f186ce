// Shows what others have written: HTML, very long words, right-to-left texts, thousands of choices, files that are none.
//   node hostile.mjs ADDRESS CHROMIUM TEXTS TOKEN-URL ADMIN-PASSWORD USERS-PASSWORD
import { address, end, expect, launch, screen, settled, sheet, signedIn, textsOf, wrong } from './browser.mjs';
import { World } from './world.mjs';

const [tokenUrl, adminPassword, password] = process.argv.slice(5);
const T = textsOf('en');
const world = new World(tokenUrl, adminPassword, password);
const MARKUP = '"><img src=x onerror="alert(1)"><script>alert(2)</script>';
const LONG = 'Donaudampfschifffahrt'.repeat(60);
const RIGHT_TO_LEFT = '\u202eتابهيات عربية evil';
const TYPE = 'Hostile';

async function made() {
  await world.publish(TYPE, {
    title: MARKUP, description: MARKUP, type: 'object', properties: {
      name: { type: 'string', title: MARKUP, description: MARKUP }, [LONG.slice(0, 60)]: { type: 'string', title: LONG },
      choice: { type: 'string', title: 'Choice', enum: Array.from({ length: 5_000 }, (_, i) => `${MARKUP} ${i}`) },
      list: { type: 'array', title: 'List', items: { type: 'object', properties: { text: { type: 'string', title: RIGHT_TO_LEFT } } } }
    },
    _osConfig: { roles: ['admin'], titles: { en: { '/name': MARKUP } } }
  });
  const { result } = await world.send('admin', 'POST', TYPE, {
    name: MARKUP, [LONG.slice(0, 60)]: LONG, choice: `${MARKUP} 4999`, list: [{ text: RIGHT_TO_LEFT }, { text: LONG }]
  });
  const id = result[TYPE].osid;
  await world.send('admin', 'PUT', `${TYPE}/${id}/name`, `${MARKUP}${LONG}`);
  const form = new FormData();
  for (const [name, content] of [[`${MARKUP}.png`, '<script>alert(3)</script>'], ['page.html', '<script>alert(4)</script>'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(5)"/>'], [`${LONG.slice(0, 200)}.pdf`, '%PDF-1.4 broken']]) {
    form.append('files', new Blob([content], { type: 'image/png' }), name);
  }
  const token = await world.token('admin');
  const reply = await fetch(`${address}/api/v1/${TYPE}/${id}/documents/documents`, { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } });
  expect(reply.ok, `the files: ${reply.status} ${await reply.text()}`);
  return id;
}

async function harmless(page, name) {
  const foreign = await page.locator('main script, main img[src=x], dialog script, dialog img[src=x], main svg').count();
  expect(foreign === 0, `${name}: elements of others`);
  await page.setViewportSize({ width: 320, height: 700 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width <= 320, `${name} is ${width} pixels wide on a screen of 320`);
  await page.setViewportSize({ width: 1280, height: 900 });
}

async function hostile(browser) {
  const id = await made();
  const page = await signedIn(browser, T, 'admin', adminPassword);
  for (const hash of ['#/', '#/records', `#/records/${TYPE}`, `#/records/${TYPE}/new`, `#/records/${TYPE}/${id}`, `#/records/${TYPE}/${id}/edit`, '#/types', '#/bulk']) {
    await screen(page, hash);
    await harmless(page, hash);
  }
  await screen(page, `#/records/${TYPE}/${id}`);
  expect((await page.textContent('main')).includes('<img src=x'), 'markup is shown as text');
  expect(!(await page.textContent('main')).includes('\u202e'), 'nothing turns the direction of what follows');
  await page.locator('record-history summary').click();
  await page.waitForSelector('.history li');
  await harmless(page, 'history');
  const files = page.locator('record-files li button:first-child');
  for (let i = 0; i < await files.count(); i++) {
    await files.nth(i).click();
    await sheet(page).waitFor();
    await harmless(page, `file ${i}`);
    await sheet(page).getByRole('button', { name: T('close') }).click();
    await sheet(page).waitFor({ state: 'detached' });
  }
  await screen(page, `#/records/${TYPE}?where=${encodeURIComponent(`[["name","eq","${'<script>'}"],["nothing",1,{}],5]`)}&columns=nothing`);
  await harmless(page, 'an address that others made');
  await settled(page);
}

const browser = await launch();
await hostile(browser).catch(error => wrong.push(error.stack));
await end(browser);
