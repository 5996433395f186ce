// What users of former editors and portals reported does not happen here.
//   node faults.mjs ADDRESS CHROMIUM TEXTS TOKEN-URL ADMIN-PASSWORD USERS-PASSWORD
import { readFileSync } from 'node:fs';
import { confirm, end, expect, launch, screen, settled, signedIn, textsOf, wrong } from './browser.mjs';
import { World } from './world.mjs';

const [tokenUrl, adminPassword, password] = process.argv.slice(5);
const T = textsOf('en');
const world = new World(tokenUrl, adminPassword, password);

/** Fields neither vanish nor become required when a draft is saved, and no other schema is needed for it. */
async function drafts(page) {
  await screen(page, '#/types/new');
  await page.getByLabel(T('types.name')).fill('Draft');
  await page.getByRole('button', { name: T('types.begin') }).click();
  await page.getByRole('button', { name: T('field.add'), exact: true }).click();
  const title = page.locator('tbody tr').last().locator('input').first();
  await title.pressSequentially('Plce');
  await title.press('ArrowLeft');
  await title.press('ArrowLeft');
  await title.pressSequentially('a');
  expect(await title.inputValue() === 'Place', `the cursor jumps: ${await title.inputValue()}`);
  await title.press('Tab');
  await page.getByLabel(T('field.kindOf', { title: 'Place' })).selectOption('choice');
  await page.getByLabel(T('field.valuesOf', { title: 'Place' })).fill('Kollam\nKochi');
  await page.getByLabel(T('field.valuesOf', { title: 'Place' })).blur();
  await page.getByRole('button', { name: T('types.saveDraft') }).click();
  await page.waitForFunction(() => /types\/[0-9a-f-]{36}/.test(location.hash));
  const id = page.url().split('/').at(-1);
  const stored = JSON.parse((await world.send('admin', 'GET', `Schema/${id}`)).schema).definitions.Draft;
  expect(JSON.stringify(Object.keys(stored.properties)) === '["name","place"]', `fields: ${Object.keys(stored.properties)}`);
  expect(JSON.stringify(stored.required) === '["name"]', `required: ${stored.required}`);
  expect(JSON.stringify(stored.properties.place.enum) === '["Kollam","Kochi"]', `values: ${stored.properties.place.enum}`);
  await screen(page, '#/types');
  await page.getByRole('link', { name: 'Draft', exact: true }).click();
  await settled(page);
  await page.waitForSelector('tbody tr:nth-child(2)');
  await page.getByRole('button', { name: T('types.publish'), exact: true }).click();
  await confirm(page, T('types.publish'));
  await page.waitForSelector('.state.PUBLISHED');
  await screen(page, '#/records');
  expect(await page.getByRole('link', { name: 'Draft', exact: true }).count() === 1, 'what was published shows at once');
}

/** Counts follow the import, each refusal has its own reason, and the file of failed rows holds them alone. */
async function imports(page) {
  await screen(page, '#/bulk?type=Draft');
  await page.setInputFiles('#file', { name: 'places.csv', mimeType: 'text/csv', buffer: Buffer.from('Name;Place\r\nA;Kollam\r\nB;Chennai\r\n;Kochi\r\n"C;c";Kochi\r\n') });
  await page.waitForSelector('thead select');
  await page.getByRole('button', { name: T('bulk.run'), exact: true }).click();
  await page.getByText(T('bulk.refused'), { exact: true }).waitFor();
  const counts = await page.getByText(/rows:/).textContent();
  expect(counts === T('bulk.counts', { rows: 4, created: 2, replaced: 0, refused: 2 }), `counts: ${counts}`);
  const reasons = await page.locator('bulk-import section:last-of-type, bulk-import').first().innerText();
  expect(/Kollam|enum/i.test(reasons) && /missing|required/i.test(reasons), `reasons: ${reasons}`);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: T('bulk.save', { n: 2 }) }).click();
  const text = readFileSync(await (await saved).path(), 'utf8');
  expect(text === 'Name;Place\r\nB;Chennai\r\n;Kochi\r\n', `failed rows: ${JSON.stringify(text)}`);
}

/** What the service says of a value stands at the field. */
async function places(page) {
  await screen(page, '#/records/Draft/new');
  await page.getByRole('button', { name: T('save') }).click();
  await page.waitForSelector('[data-pointer="/name"] small.wrong');
  expect(await page.evaluate(() => document.activeElement?.id) === 'f-name', 'the field that is wrong has the focus');
  await page.getByLabel('Name').fill('D');
  await page.getByRole('button', { name: T('save') }).click();
  await page.waitForSelector('record-history');
}

const browser = await launch();
const page = await signedIn(browser, T, 'admin', adminPassword);
for (const check of [drafts, imports, places]) {
  await check(page).catch(error => wrong.push(`${check.name}: ${error.stack}`));
}
await end(browser);
