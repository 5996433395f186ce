// Looks at each screen with Chromium and axe-core; ends with 1 when something is wrong.
//   node screens.mjs ADDRESS CHROMIUM TEXTS TOKEN-URL ADMIN-PASSWORD USERS-PASSWORD [PICTURES]
import { readFileSync } from 'node:fs';
import { end, expect, launch, open, screen, settled, sheet, signedIn, textsOf, wrong } from './browser.mjs';
import { World } from './world.mjs';

const [tokenUrl, adminPassword, password, pictures] = process.argv.slice(5);
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const NARROW = { width: 320, height: 700 };
const WIDE = { width: 1280, height: 900 };
const world = new World(tokenUrl, adminPassword, password);
const T = textsOf('en');

async function axeOn(page, name) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(tags => axe.run({ runOnly: { type: 'tag', values: tags } }), WCAG);
  for (const { id, nodes } of violations) {
    expect(false, `${name}: ${id} at ${nodes[0].html.slice(0, 300)} ${nodes[0].any[0]?.message ?? ''}`);
  }
}

async function seen(page, name) {
  for (const look of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: look });
    await page.setViewportSize(WIDE);
    await axeOn(page, `${name} ${look}`);
    if (pictures && (look === 'light' || name === 'records')) {
      await page.screenshot({ path: `${pictures}/${name}${look === 'dark' ? '-dark' : ''}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(NARROW);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width <= NARROW.width, `${name} is ${width} pixels wide on a screen of ${NARROW.width}`);
  await axeOn(page, `${name} narrow`);
  if (pictures) {
    await page.screenshot({ path: `${pictures}/${name}-320.png` });
  }
  await page.setViewportSize(WIDE);
}

async function each(page, screens) {
  for (const [name, [hash, prepare]] of Object.entries(screens)) {
    await screen(page, hash);
    await prepare?.(page);
    await settled(page);
    await seen(page, name).catch(error => wrong.push(`${name}: ${error.message}`));
    if (await sheet(page).count()) {
      await page.keyboard.press('Escape');
    }
    expect(await page.locator('main [role=alert]').count() === 0 || name.endsWith('refused'),
      `${name}: ${await page.locator('main [role=alert]').allInnerTexts()}`);
  }
}

async function byAdmin(browser, { ids }) {
  const page = await signedIn(browser, T, 'admin', adminPassword);
  const schemas = await world.send('admin', 'GET', 'Schema?limit=100');
  const schema = schemas.data.find(one => one.name === 'Educator').osid;
  await each(page, {
    start: ['#/'],
    registers: ['#/records'],
    records: ['#/records/Educator'],
    search: [`#/records/Educator?where=${encodeURIComponent(JSON.stringify([['school', 'eq', 'Hill School'], ['hours', 'gte', '19']]))}&columns=name,school,hours,address.city`,
      to => to.waitForSelector('records-search .condition')],
    new: ['#/records/Educator/new'],
    'new-refused': ['#/records/Educator/new', async to => {
      await to.getByLabel('Licence number').fill('20');
      await to.getByRole('button', { name: T('save') }).click();
      await to.waitForSelector('small.wrong');
    }],
    record: [`#/records/Educator/${ids[0]}`, to => to.waitForSelector('record-credential .state.VALID')],
    history: [`#/records/Educator/${ids[0]}`, async to => {
      await to.waitForSelector('record-credential .state.VALID');
      await to.locator('record-history summary').click();
      await to.waitForSelector('.history li');
      await to.locator('record-history').scrollIntoViewIfNeeded();
    }],
    certificate: [`#/records/Educator/${ids[0]}`, async to => {
      await to.locator('record-credential').getByRole('button', { name: T('certificate') }).click();
      await sheet(to).locator('img').evaluate(image => image.decode());
    }],
    suspend: [`#/records/Educator/${ids[0]}`, async to => {
      await to.locator('record-credential').getByRole('button', { name: T('suspend') }).click();
      await sheet(to).waitFor();
    }],
    change: [`#/records/Educator/${ids[0]}/edit`],
    types: ['#/types'],
    fields: [`#/types/${schema}`, to => to.waitForSelector('types-fields tr')],
    rules: [`#/types/${schema}`, to => to.getByRole('tab', { name: T('types.view.rules') }).click()],
    attestation: [`#/types/${schema}?a`, to => to.getByRole('tab', { name: T('types.view.attestation') }).click()],
    form: [`#/types/${schema}?b`, to => to.getByRole('tab', { name: T('types.view.preview') }).click()],
    json: [`#/types/${schema}?c`, to => to.getByRole('tab', { name: T('types.view.json') }).click()],
    publish: [`#/types/${schema}?d`, async to => {
      await to.getByLabel(T('field.requiredOf', { title: 'School' })).check();
      await to.getByRole('button', { name: T('types.publish'), exact: true }).click();
      await sheet(to).waitFor();
    }],
    versions: [`#/types/${schema}/versions`],
    import: ['#/bulk?type=Educator', async to => {
      await to.setInputFiles('#file', { name: 'teachers.csv', mimeType: 'text/csv', buffer: Buffer.from(
        'Name;Licence number;Subject;User name;Remark\nNandini Rao;TL-30001;Tamil;nandini;x\nAnbu;30002;Tamil;anbu;y\n') });
      await to.waitForSelector('thead select');
      await to.getByRole('button', { name: T('bulk.try') }).click();
      await to.getByText(T('bulk.refused'), { exact: true }).waitFor();
    }],
    issuers: ['#/issuers'],
    keys: ['#/keys'],
    contexts: ['#/contexts'],
    templates: ['#/templates'],
    suite: ['#/suite', to => to.waitForSelector('td .state')],
    wallet: ['#/wallet'],
    'wallet-asked': ['#/wallet', async to => {
      await to.getByRole('button', { name: T('wallet.ask') }).first().click();
      await to.waitForSelector('img.code');
    }]
  });
  await page.context().close();
}

async function byAttestor(browser) {
  const page = await signedIn(browser, T, 'leela', password);
  const claims = (await world.send('leela', 'GET', 'Inspector/claims?status=OPEN')).content;
  await each(page, {
    'start-attestor': ['#/'],
    inbox: ['#/inbox'],
    claim: [`#/inbox/Inspector/${claims[0].id}`, to => to.waitForSelector('.decision')]
  });
  await page.context().close();
}

async function byOwner(browser, { ids }) {
  const page = await signedIn(browser, T, 'teacher0', password);
  await each(page, {
    mine: ['#/mine', to => to.waitForSelector('article')],
    offer: [`#/records/Educator/${ids[0]}`, async to => {
      await to.locator('record-credential').getByRole('button', { name: T('offer') }).click();
      await sheet(to).locator('img.code').waitFor();
    }]
  });
  await page.context().close();
}

async function inHindi(browser) {
  const page = await signedIn(browser, textsOf('hi'), 'admin', adminPassword, { locale: 'hi' });
  await each(page, { 'start-hindi': ['#/'], 'records-hindi': ['#/records/Educator'] });
  await page.context().close();
}

async function gate(browser) {
  const page = await open(browser);
  await page.goto(`${process.argv[2]}/console/`);
  await page.waitForSelector('.gate h1');
  await seen(page, 'gate');
  await page.context().close();
}

const browser = await launch();
const made = await world.fill().catch(error => { wrong.push(String(error)); });
for (const check of made ? [gate, byAdmin, byAttestor, byOwner, inHindi] : []) {
  await check(browser, made).catch(error => wrong.push(`${check.name}: ${error.message}`));
}
await end(browser);
