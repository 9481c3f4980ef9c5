// How a page fits its width.

function openDetails() {
  for (const details of document.querySelectorAll('details')) details.open = true;
}

/// Removes what axe-core would look at for long without learning anything, a millisecond and more
/// an element: shapes and texts in pictures, of which it decides nothing, and rows of tables, except
/// the last, if three others are built like them, within elements of the same names and classes.
function thin() {
  for (const svg of document.querySelectorAll('svg[role=img]:not(:has(a, [tabindex], [role]))')) {
    for (const part of [...svg.children]) {
      if (part.localName !== 'title' && part.localName !== 'desc') part.remove();
    }
  }
  const counts = new Map();
  for (const body of document.querySelectorAll('tbody')) {
    let path = '';
    for (let at = body; at; at = at.parentElement) path += `${at.localName}.${at.className} `;
    for (const row of [...body.rows].slice(0, -1)) {
      const form = path + row.outerHTML.replace(/>[^<]+/g, '>');
      counts.set(form, (counts.get(form) ?? 0) + 1);
      if (counts.get(form) > 3) row.remove();
    }
  }
}

const isReachable = element => element.tabIndex >= 0 && element.hasAttribute('tabindex')
  || focusables().some(x => element.contains(x));

/// A short word that an element breaks onto more than two lines, as there is no room for it.
function squeezedWord(element, style) {
  if (element.clientWidth > 4 * parseFloat(style.fontSize)) return null;
  for (const node of element.childNodes) {
    if (node.nodeType !== 3) continue;
    for (const word of node.data.matchAll(/\S{3,20}/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map(x => x.top)).size > 2) return word[0];
    }
  }
  return null;
}

/// That nothing has to be scrolled to the side but what the keyboard scrolls, `regions` in number.
function layout(isPaper) {
  const root = document.scrollingElement;
  const width = root.clientWidth;
  const faults = [];
  let regions = 0;
  let widest = null;
  const hidden = new Set();
  const scrolled = new Set();
  for (const element of document.body.querySelectorAll('*')) {
    if (element.ownerSVGElement) continue;
    const parent = element.parentElement;
    if (hidden.has(parent)) {
      hidden.add(element);
      continue;
    }
    if (scrolled.has(parent)) scrolled.add(element);
    if (!element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const clips =
      style.overflowX !== 'visible' && style.display !== 'inline' && element.localName !== 'svg';
    const rectangle = element.getBoundingClientRect();
    if (clips && element.clientWidth <= 1 && element.clientHeight <= 1) {
      // A text for screen readers only.
      hidden.add(element);
      continue;
    }
    const word = /^(td|th|dd|dt|li|p|div)$/.test(element.localName) && squeezedWord(element, style);
    if (word) faults.push(['squeezed', `${where(element)} breaks "${word}" onto several lines`]);
    if (clips && element.scrollWidth > element.clientWidth + 1) {
      const {scrollWidth, clientWidth} = element;
      const size = `${where(element)} is ${scrollWidth} px wide in ${clientWidth} px`;
      if (style.overflowX === 'auto' || style.overflowX === 'scroll') {
        regions += 1;
        scrolled.add(element);
        if (isPaper) {
          faults.push(['scroll-region', `${size}, and paper cannot be scrolled`]);
        } else if (!isReachable(element)) {
          faults.push(['scroll-region', `${size}, and the keyboard does not reach it`]);
        }
      } else {
        faults.push(['cut', size]);
      }
    }
    if (!scrolled.has(parent) && rectangle.width > 0
        && (rectangle.right > width + 1 || rectangle.left < -1)) {
      if (!widest || rectangle.right > widest.right) widest = {right: rectangle.right, element};
    }
  }
  if (root.scrollWidth > width) {
    faults.push(['scroll', `the page is ${root.scrollWidth} px wide in ${width} px`
      + (widest ? `; widest: ${where(widest.element)}` : '')]);
  } else if (widest && faults.length === 0) {
    const end = Math.round(widest.right);
    faults.push(['cut', `${where(widest.element)} ends at ${end} px of ${width}`]);
  }
  return {faults, regions};
}

/// That the page follows the colours that its reader prefers, and is white on paper.
function ground(look) {
  const [root, body] = [document.documentElement, document.body].map(x =>
    color(getComputedStyle(x).backgroundColor));
  const light = luminance(over(body, over(root, canvas())));
  const isRight = look === 'dark' ? light < 0.2 : look === 'print' ? light > 0.99 : light > 0.7;
  return isRight ? [] : [['ground', `the luminance of the background is ${light.toFixed(2)}`]];
}
