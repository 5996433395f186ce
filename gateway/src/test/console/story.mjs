// The story of the README, told in the browser; ends with 1 when something is wrong.
//   node story.mjs ADDRESS CHROMIUM TEXTS LANGUAGE ADMIN-PASSWORD USERS-PASSWORD
import { confirm, end, expect, launch, open, screen, sheet, signedIn, textsOf } from './browser.mjs';

const [language, adminPassword, password] = process.argv.slice(5);
const T = textsOf(language);
const locale = { locale: language };
const suffix = language.toUpperCase() + (process.env.N ?? '');
const [TEACHER, STUDENT] = [`Teacher${suffix}`, `Student${suffix}`];
const [ASHA, RAVI] = [`asha-${suffix}`.toLowerCase(), `ravi-${suffix}`.toLowerCase()];

/** A type whose records belong to the person whose user name they have. */
async function publish(page, name, fields, policy) {
  await screen(page, '#/types/new');
  await page.getByLabel(T('types.name')).fill(name);
  await page.getByRole('button', { name: T('types.begin') }).click();
  for (const title of fields) {
    await page.getByRole('button', { name: T('field.add'), exact: true }).click();
    const row = page.locator('tbody tr').last();
    const typed = row.locator('input').first();
    await typed.pressSequentially(title);
    expect(await typed.inputValue() === title, `the title is ${await typed.inputValue()}, not ${title}`);
    await typed.press('Tab');
  }
  await page.getByRole('tab', { name: T('types.view.rules') }).click();
  await page.getByLabel(T('rules.inviteRoles')).fill('admin');
  await page.getByLabel(T('rules.readRoles')).fill('anonymous');
  await page.getByLabel(T('rules.owner.userId')).selectOption('/login');
  if (policy) {
    await page.getByRole('tab', { name: T('types.view.attestation') }).click();
    await page.getByRole('button', { name: T('policy.add') }).click();
    await page.getByLabel(T('policy.attestor')).selectOption(policy.attestor);
    for (const value of policy.values) {
      await page.getByLabel(value, { exact: true }).check();
    }
    await page.getByLabel(T('policy.credential')).check();
  }
  await page.getByRole('tab', { name: T('types.view.preview') }).click();
  await page.waitForSelector('schema-form input');
  await page.getByRole('button', { name: T('types.publish'), exact: true }).click();
  await confirm(page, T('types.publish'));
  await page.waitForSelector('.state.PUBLISHED');
}

async function invite(page, type, values) {
  await screen(page, `#/records/${type}/new`);
  for (const [label, value] of Object.entries(values)) {
    await page.getByLabel(label, { exact: false }).first().fill(value);
  }
  await page.getByRole('button', { name: T('save') }).click();
  await page.waitForSelector('record-history');
  return page.url().split('/').at(-1);
}

async function verdict(browser, link) {
  const visitor = await open(browser, locale);
  await visitor.goto(link);
  const answer = await visitor.locator('.verdict').getAttribute('class');
  await visitor.context().close();
  return answer;
}

async function story(browser) {
  const admin = await signedIn(browser, T, 'admin', adminPassword, locale);
  expect(await admin.getAttribute('html', 'lang') === language, 'the language');
  await publish(admin, TEACHER, ['Login', 'Subject']);
  await publish(admin, STUDENT, ['Login', 'School'], { attestor: TEACHER, values: ['School'] });
  await screen(admin, '#/records');
  expect(await admin.locator('article h2', { hasText: STUDENT.slice(0, 7) }).count() > 0, 'a new type shows without loading the page anew');
  await invite(admin, TEACHER, { Name: 'Asha Rao', Login: ASHA, Subject: 'Physics' });
  const id = await invite(admin, STUDENT, { Name: 'Ravi Kumar', Login: RAVI, School: 'Hill School' });

  const ravi = await signedIn(browser, T, RAVI, password, locale);
  await screen(ravi, '#/mine');
  await ravi.getByRole('button', { name: T('mine.open') }).click();
  await ravi.locator('record-attestations').getByRole('button').first().click();
  await confirm(ravi, T('send'));
  await ravi.waitForSelector('.state.ATTESTATION_REQUESTED');

  const asha = await signedIn(browser, T, ASHA, password, locale);
  await screen(asha, '#/inbox');
  await asha.locator('ul.claims a').first().click();
  await asha.waitForSelector('.decision button:enabled');
  expect((await asha.textContent('main')).includes('Hill School'), 'the claim shows the values');
  await asha.keyboard.press('g');
  await asha.waitForSelector('ul.claims, main p');
  await asha.waitForFunction(() => location.hash === '#/inbox');

  await screen(ravi, `#/records/${STUDENT}/${id}/edit`);
  await screen(ravi, `#/records/${STUDENT}/${id}`);
  await ravi.waitForSelector('record-attestations .state.VALID');
  await ravi.locator('record-attestations').getByRole('button', { name: T('certificate') }).click();
  await sheet(ravi).locator('img').evaluate(image => image.decode());
  await ravi.keyboard.press('Escape');
  const link = await ravi.locator('record-attestations a[target=_blank]').getAttribute('href');
  expect((await verdict(browser, link)).includes('good'), `a visitor sees ${await verdict(browser, link)}`);

  await screen(admin, '#/');
  await screen(admin, `#/records/${STUDENT}/${id}`);
  await admin.locator('record-attestations').getByRole('button', { name: T('revoke') }).click();
  await sheet(admin).getByLabel(T('reason')).fill('The school does not know him.');
  await confirm(admin, T('revoke'));
  await admin.waitForSelector('record-attestations .state.REVOKED');
  expect((await verdict(browser, link)).includes('bad'), `a visitor sees ${await verdict(browser, link)} after the revocation`);

  await ravi.getByRole('button', { name: T('signOut') }).click();
  await ravi.waitForURL(/console/);
  await ravi.waitForSelector('.gate');
  expect(await ravi.getByRole('button', { name: T('signIn') }).isVisible(), 'signed out');
}

const browser = await launch();
await story(browser).catch(error => wrongStory(error));
await end(browser);

async function wrongStory(error) {
  for (const context of browser.contexts()) {
    for (const page of context.pages()) {
      const text = await page.locator("main").innerText().catch(() => '');
      expect(false, `${page.url()}: ${text.slice(0, 600)}`);
    }
  }
  expect(false, String(error.stack));
}

