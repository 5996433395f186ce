import {SeveralCredentials, attachedCredential} from './attachment.js';
import {canScan, textFromCamera} from './camera.js';
import {Busy, textInPicture} from './picture.js';

const LARGEST_FILE = 10_000_000;

const form = document.getElementById('check-form');
const pasted = document.getElementById('credential');
const notice = document.getElementById('notice');
const drop = document.getElementById('drop');
const scan = document.getElementById('scan');
const scanner = document.getElementById('scanner');
const stop = document.getElementById('stop');

/** Shows one of the texts that the form carries. */
function say(name) {
  notice.textContent = name === '' ? '' : form.dataset[name];
}

/** The credential, link or number in a file; throws the name of the text that says what is wrong. */
async function textOf(file) {
  if (file.size > LARGEST_FILE) {
    throw 'large';
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const begin = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  if (begin.includes('%PDF-')) {
    return await attachedCredential(bytes) ?? fail('pdf');
  }
  if (file.type.startsWith('image/')) {
    return await textInPicture(file) ?? fail('qr');
  }
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
  } catch {
    return fail('kind');
  }
}

function fail(name) {
  throw name;
}

async function check(file) {
  say('reading');
  try {
    submit(await textOf(file));
  } catch (problem) {
    say(nameOf(problem));
  }
}

/** The name of the text that says what is wrong. */
function nameOf(problem) {
  if (problem instanceof SeveralCredentials) {
    return 'several';
  }
  if (problem instanceof Busy) {
    return 'busy';
  }
  return problem in form.dataset ? problem : 'kind';
}

function submit(text) {
  if (encodeURIComponent(text.toWellFormed()).length > Number(form.dataset.most)) {
    say('long');
    return;
  }
  pasted.value = text;
  say('');
  form.requestSubmit();
}

async function scanWithCamera() {
  const stopped = new AbortController();
  const end = () => stopped.abort();
  stop.addEventListener('click', end);
  show(scanner, true);
  say('');
  stop.focus();
  try {
    const text = await textFromCamera(document.getElementById('view'), stopped.signal);
    if (text !== null) {
      submit(text);
    }
  } catch {
    say('camera');
  } finally {
    stop.removeEventListener('click', end);
    show(scanner, false);
    scan.focus();
  }
}

function show(element, shown) {
  element.hidden = !shown;
  scan.hidden = shown;
}

for (const input of drop.querySelectorAll('input[type=file]')) {
  input.addEventListener('change', () => {
    if (input.files.length > 0) {
      check(input.files[0]);
      input.value = '';
    }
  });
}

for (const kind of ['dragover', 'drop']) {
  // A file that misses the box must not make the browser leave the page.
  window.addEventListener(kind, event => event.preventDefault());
}
window.addEventListener('dragenter', () => drop.classList.add('over'));
window.addEventListener('dragleave', event => {
  if (event.relatedTarget === null) {
    drop.classList.remove('over');
  }
});
window.addEventListener('drop', event => {
  drop.classList.remove('over');
  const file = event.dataTransfer.files[0];
  const text = event.dataTransfer.getData('text/plain');
  if (file !== undefined) {
    check(file);
  } else if (text !== '') {
    submit(text);
  }
});

if (canScan()) {
  document.querySelector('label[for=camera]').hidden = true;
  document.getElementById('camera').hidden = true;
  scan.hidden = false;
  scan.addEventListener('click', scanWithCamera);
}
drop.hidden = false;
