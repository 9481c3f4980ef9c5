// What the keyboard reaches.

const FOCUSABLE = 'a[href], area[href], button, input, select, textarea, '
  + 'summary, [contenteditable], [tabindex]';

function focusables() {
  return [...document.querySelectorAll(FOCUSABLE)].filter(x =>
    x.tabIndex >= 0 && !x.disabled && x.checkVisibility({visibilityProperty: true})
    && (x.localName !== 'summary' || x.parentElement?.localName === 'details'
      && x.parentElement.querySelector(':scope > summary') === x));
}

const look = element => {
  const s = getComputedStyle(element);
  const hasOutline =
    s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0 && color(s.outlineColor)[3] > 0;
  return {
    outline: hasOutline ? `${s.outlineStyle} ${s.outlineWidth} ${s.outlineColor}` : '',
    shadow: s.boxShadow === 'none' ? '' : s.boxShadow,
  };
};
let keyboard = null;

/// Begins to record what the focus reaches; returns the number of elements that it has to.
function startKeyboard() {
  const expected = focusables();
  const before = new Map(expected.map(x => [x, look(x)]));
  keyboard = {expected, before, reached: [], faults: []};
  document.addEventListener('focusin', event => {
    const element = event.target;
    keyboard.reached.push(element);
    const [then, now] = [keyboard.before.get(element), look(element)];
    const isShown = kind => now[kind] && now[kind] !== then[kind];
    if (then && !isShown('outline') && !isShown('shadow')) {
      keyboard.faults.push(['focus', `${where(element)} shows nothing when it has the focus`]);
    }
  }, true);
  return expected.length;
}

/// What the focus reached, after one press of the key more than there are elements.
function endKeyboard() {
  const {expected, faults} = keyboard;
  const reached = keyboard.reached.slice(0, expected.length);
  const seen = new Set();
  const all = faults.filter(([, text]) => !seen.has(text) && seen.add(text));
  for (const element of expected) {
    if (element.tabIndex > 0) {
      all.push(['keyboard', `${where(element)} has tabindex="${element.tabIndex}"`]);
    }
  }
  const missing = expected.filter(x => !keyboard.reached.includes(x));
  for (const element of missing) all.push(['keyboard', `${where(element)} is not reached`]);
  const further = keyboard.reached.filter(x => !expected.includes(x));
  for (const element of new Set(further)) {
    all.push(['keyboard', `${where(element)} is reached, but has no tabindex`]);
  }
  if (all.length === 0) {
    const index = expected.findIndex((x, i) => x !== reached[i]);
    if (index >= 0) {
      const [wanted, found] = [expected[index], reached[index]].map(where);
      all.push(['keyboard', `${wanted} is expected, but ${found} is reached`]);
    }
  }
  document.activeElement?.blur?.();
  return all;
}
