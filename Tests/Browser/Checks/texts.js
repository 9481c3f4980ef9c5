// What a reader reads and copies.

/// That a reader can select and copy every text.
function selection() {
  const faults = [];
  for (const element of document.querySelectorAll('body *')) {
    if (getComputedStyle(element).userSelect === 'none' && plain(element.textContent)) {
      faults.push(['select', `${where(element)} has user-select: none`]);
    }
  }
  getSelection().selectAllChildren(document.body);
  const copied = bare(getSelection().toString()).toLowerCase();
  getSelection().removeAllRanges();
  for (const element of document.querySelectorAll('h1, h2, h3, figcaption, th, td, svg text')) {
    if (isVisible(element) && !copied.includes(bare(element.textContent).toLowerCase())) {
      faults.push(['select', `${where(element)} is not copied`]);
    }
  }
  return faults.slice(0, 20);
}

// Titles that were written to break a page.

const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;

const LOADED = /^(script|img|iframe|object|embed|form|input|link|base|meta)$/i;

function titles(lines) {
  const faults = [];
  const shown = plain(document.body?.innerText ?? '');
  const exact = new Map();
  let parts = '';
  for (const element of document.querySelectorAll('body *, text, tspan')) {
    if (!isVisible(element) || /^(style|title|desc)$/.test(element.localName)) continue;
    if (element.querySelector('style, title')) continue;
    const text = plain(element.textContent);
    // The innermost element of a text.
    if (text) exact.set(text, element);
    if ([...element.childNodes].some(n => n.nodeType === 3)) parts += text + '\n';
  }
  for (const line of lines) {
    // What would reorder the text after it is replaced.
    const title = plain(line).replace(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
    const name = `${excerpt(title)} of ${title.length} characters`;
    if (!shown.includes(title) && !parts.includes(title)) {
      faults.push(['title', `${name} is not in the page as text`]);
      continue;
    }
    for (const [, tag, inner] of title.matchAll(/<([a-z][\w-]*)[^>]*>([^<]*)/gi)) {
      for (const element of document.getElementsByTagName(tag)) {
        const isForeign = LOADED.test(tag) && element.parentElement !== document.head;
        if (isForeign || inner && element.textContent.trim() === inner.trim()) {
          faults.push(['title', `${name} became an element at ${where(element)}`]);
        }
      }
    }
    const owner = exact.get(title);
    if (RIGHT_TO_LEFT.test(title) && !document.querySelector('svg:root')) {
      const style = owner && getComputedStyle(owner);
      if (!owner || style.display.startsWith('inline') && style.display === 'inline'
          && !/isolate|plaintext/.test(style.unicodeBidi)) {
        faults.push(['bidi', `${name} is not isolated from the text around it (<bdi>)`]);
      }
    }
  }
  return faults;
}
