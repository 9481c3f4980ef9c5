// The checks that run inside a page; check_pages.py evaluates this file there and calls them.
// Each returns faults as [rule, what and where].
window.pageChecks = (() => {
  const XLINK = 'http://www.w3.org/1999/xlink';
  // A page needs none of these; each could run a program, load a file or leave the page.
  const FORBIDDEN = 'script, iframe, frame, frameset, object, embed, applet, portal, link, base, form, '
    + 'audio, video, foreignObject, image, animate, animateTransform, animateMotion, set, '
    + 'meta[http-equiv=refresh]';
  const FOCUSABLE = 'a[href], area[href], button, input, select, textarea, '
    + 'summary, [contenteditable], [tabindex]';

  const plain = text => text.replace(/\s+/g, ' ').trim();
  const bare = text => text.replace(/\s+/g, '');

  /// An element as a reader finds it: its path from the nearest id, and the beginning of its text.
  function where(element) {
    const path = [];
    for (let at = element; at && at.nodeType === 1; at = at.parentElement) {
      if (at.id) {
        path.unshift('#' + at.id);
        break;
      }
      const twins = [...(at.parentElement?.children ?? [])].filter(x => x.localName === at.localName);
      path.unshift(at.localName + (twins.length > 1 ? `:${twins.indexOf(at) + 1}` : ''));
    }
    const text = plain(element.textContent ?? '');
    return path.slice(-4).join('>') + (text ? ` "${text.slice(0, 40)}${text.length > 40 ? '…' : ''}"` : '');
  }

  const isVisible = element =>
    element.checkVisibility({opacityProperty: true, visibilityProperty: true});

  /// The part of a document that is specified by its text: no program, nothing from elsewhere.
  function references() {
    const faults = [];
    for (const element of document.querySelectorAll(FORBIDDEN)) {
      faults.push([element.localName === 'script' ? 'script' : 'element', `<${element.localName}> at ${where(element)}`]);
    }
    const isInside = address => address.startsWith('#') || address.startsWith('data:image/');
    const checkStyle = (text, owner) => {
      for (const [, address] of text.matchAll(/url\(\s*["']?([^"')]*)/gi)) {
        if (!isInside(address)) {
          faults.push(['reference', `url(${address}) in ${owner}`]);
        } else if (address.startsWith('#') && !document.getElementById(address.slice(1))) {
          faults.push(['id', `url(${address}) in ${owner} refers to nothing`]);
        }
      }
    };
    const ids = new Map();
    for (const element of document.querySelectorAll('*')) {
      if (element.id) ids.set(element.id, (ids.get(element.id) ?? 0) + 1);
      for (const {localName, name, value} of element.attributes) {
        const address = value.trim();
        if (/^on/i.test(localName)) {
          faults.push(['script', `attribute ${name} at ${where(element)}`]);
        } else if (localName === 'href' && element.localName === 'a') {
          if (address.startsWith('#')) {
            if (address !== '#' && !document.getElementById(decodeURIComponent(address.slice(1)))) {
              faults.push(['id', `the link ${address} at ${where(element)} leads nowhere`]);
            }
          } else if (!/^(https?:\/\/|mailto:)/i.test(address)) {
            faults.push(['reference', `href="${address.slice(0, 60)}" at ${where(element)}`]);
          }
        } else if (/^(href|src|srcset|action|formaction|poster|data|background|ping|cite|manifest|longdesc)$/i.test(localName)) {
          if (!isInside(address)) {
            faults.push(['reference', `${name}="${address.slice(0, 60)}" at ${where(element)}`]);
          }
        } else if (/^aria-(labelledby|describedby|controls|details|owns)$/.test(name)) {
          for (const id of address.split(/\s+/)) {
            if (!document.getElementById(id)) {
              faults.push(['id', `${name}="${id}" at ${where(element)} refers to nothing`]);
            }
          }
        } else if (value.includes('url(')) {
          checkStyle(value, where(element));
        }
      }
    }
    for (const [id, count] of ids) {
      if (count > 1) faults.push(['id', `${count} elements have the id "${id}"`]);
    }
    for (const sheet of document.styleSheets) {
      // A sheet of its own cannot be read, but <link> is a fault by itself.
      if (sheet.ownerNode?.localName === 'link') continue;
      for (const rule of sheet.cssRules) {
        if (rule instanceof CSSImportRule) faults.push(['reference', rule.cssText]);
        else checkStyle(rule.cssText, '<style>');
      }
    }
    return faults;
  }

  function head(policy) {
    const faults = [];
    const policies = [...document.querySelectorAll('meta[http-equiv="content-security-policy" i]')];
    if (policies.length !== 1 || policies[0].content !== policy) {
      faults.push(['policy', `expected one policy "${policy}", found ${JSON.stringify(policies.map(x => x.content))}`]);
    } else if (policies[0].parentElement !== document.head) {
      faults.push(['policy', 'the policy is outside of <head>']);
    } else if (document.querySelector('style, img, svg')?.compareDocumentPosition(policies[0])
        & Node.DOCUMENT_POSITION_FOLLOWING) {
      faults.push(['policy', 'something precedes the policy, which does not apply to it']);
    }
    if (document.compatMode !== 'CSS1Compat') faults.push(['head', 'the document type is not <!DOCTYPE html>']);
    if (!/utf-8/i.test(document.querySelector('meta[charset]')?.getAttribute('charset') ?? '')) {
      faults.push(['head', '<meta charset="utf-8"> is missing']);
    }
    if (!document.querySelector('meta[name=viewport]')?.content.includes('width=device-width')) {
      faults.push(['head', '<meta name="viewport" content="width=device-width…"> is missing']);
    }
    return faults;
  }

  /// That each picture has a name, a description and its numbers beside it.
  function pictures(isPage) {
    const faults = [];
    const roots = [...document.querySelectorAll('svg')].filter(x => !x.ownerSVGElement);
    for (const svg of roots) {
      if (svg.closest('[aria-hidden=true]')) continue;
      if (svg.getAttribute('role') !== 'img') {
        faults.push(['svg-role', `${where(svg)} has neither role="img" nor aria-hidden="true"`]);
        continue;
      }
      const [first] = svg.children;
      if (first?.localName !== 'title' || !plain(first.textContent)) {
        faults.push(['svg-title', `${where(svg)} does not begin with a <title> that has text`]);
      }
      const description = [...svg.children].find(x => x.localName === 'desc');
      if (!description || !plain(description.textContent)) {
        faults.push(['svg-desc', `${where(svg)} has no <desc> that has text`]);
      }
      if (isPage) {
        const table = svg.closest('table') ?? svg.closest('figure')?.querySelector('table');
        if (!table?.querySelector('td')) {
          faults.push(['svg-table', `${where(svg)} has no table in the same figure`]);
        }
      }
    }
    for (const image of document.querySelectorAll('img')) {
      faults.push(['element', `${where(image)} is an image, the text in which cannot be selected`]);
    }
    return faults;
  }

  function openDetails() {
    for (const details of document.querySelectorAll('details')) details.open = true;
  }

  /// Removes what axe-core would look at for long without learning anything, a millisecond and more
  /// an element: shapes and texts in pictures, of which it decides nothing, and rows of tables,
  /// except the first six and the last, that are built like one before them.
  function thin() {
    for (const svg of document.querySelectorAll('svg[role=img]:not(:has(a, [tabindex], [role]))')) {
      for (const part of [...svg.children]) {
        if (part.localName !== 'title' && part.localName !== 'desc') part.remove();
      }
    }
    for (const body of document.querySelectorAll('tbody')) {
      const seen = new Set();
      [...body.rows].slice(0, -1).forEach((row, index) => {
        const form = row.outerHTML.replace(/>[^<]+/g, '>');
        if (index >= 6 && seen.has(form)) row.remove();
        seen.add(form);
      });
    }
  }

  const isReachable = element => element.tabIndex >= 0 && element.hasAttribute('tabindex')
    || focusables().some(x => element.contains(x));

  /// That nothing has to be scrolled to the side but what the keyboard scrolls; regions is their number.
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
      const clips = style.overflowX !== 'visible' && style.display !== 'inline' && element.localName !== 'svg';
      const rectangle = element.getBoundingClientRect();
      if (clips && element.clientWidth <= 1 && element.clientHeight <= 1) {
        // A text for screen readers only.
        hidden.add(element);
        continue;
      }
      if (clips && element.scrollWidth > element.clientWidth + 1) {
        const size = `${where(element)} is ${element.scrollWidth} px wide in ${element.clientWidth} px`;
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
      faults.push(['cut', `${where(widest.element)} ends at ${Math.round(widest.right)} px of ${width}`]);
    }
    return {faults, regions};
  }

  // Colours: arrays [red, green, blue, alpha], of 0…255 and 0…1.

  const colors = new Map();
  const pen = document.createElementNS('http://www.w3.org/1999/xhtml', 'canvas').getContext?.('2d', {willReadFrequently: true});
  function color(text) {
    if (!colors.has(text)) {
      const parts = text.match(/^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/);
      if (parts) {
        colors.set(text, parts.slice(1).map((x, i) => i === 3 ? Number(x ?? 1) : Number(x)));
      } else {
        pen.clearRect(0, 0, 1, 1);
        pen.fillStyle = text;
        pen.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
        colors.set(text, [r, g, b, a / 255]);
      }
    }
    return colors.get(text);
  }
  const over = (top, under) => [0, 1, 2].map(i => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
  const faded = (c, opacity) => [c[0], c[1], c[2], c[3] * opacity];
  const luminance = c => [0.2126, 0.7152, 0.0722].reduce((sum, weight, i) => {
    const x = c[i] / 255;
    return sum + weight * (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
  }, 0);
  function contrast(a, b) {
    const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (light + 0.05) / (dark + 0.05);
  }
  const hex = c => '#' + c.slice(0, 3).map(x => Math.round(x).toString(16).padStart(2, '0')).join('');

  function opacity(element) {
    let product = 1;
    for (let at = element; at; at = at.parentElement) product *= Number(getComputedStyle(at).opacity);
    return product;
  }

  /// The colour of the page where nothing is painted.
  function canvas() {
    const element = document.createElementNS('http://www.w3.org/1999/xhtml', 'span');
    element.style.color = 'Canvas';
    document.documentElement.append(element);
    const text = getComputedStyle(element).color;
    element.remove();
    // A drawing of its own is shown on white.
    return document.documentElement.localName === 'svg' && getComputedStyle(document.documentElement).colorScheme === 'normal'
      ? [255, 255, 255, 1] : color(text);
  }

  /// The colours that a value of fill or stroke paints: one, or those of a pattern or gradient.
  function paints(value, alpha) {
    const id = value.match(/^url\("?#([^")]*)/)?.[1];
    if (value === 'none') return [];
    if (!id) return [faded(color(value), alpha)];
    const server = document.getElementById(id);
    const all = [];
    for (const part of server?.querySelectorAll('*') ?? []) {
      const style = getComputedStyle(part);
      if (part.localName === 'stop') {
        all.push(faded(color(style.stopColor), Number(style.stopOpacity) * alpha));
      } else {
        if (style.fill !== 'none' && part instanceof SVGGeometryElement) all.push(faded(color(style.fill), Number(style.fillOpacity) * alpha));
        if (style.stroke !== 'none' && part instanceof SVGGeometryElement) all.push(faded(color(style.stroke), Number(style.strokeOpacity) * alpha));
      }
    }
    // Between the shapes of a pattern one sees what is beneath, unless the first fills it.
    const [ground] = server?.children ?? [];
    const fills = ground?.localName === 'rect' && getComputedStyle(ground).fill !== 'none'
      && ['x', 'y'].every(x => ground[x].baseVal.value <= 0)
      && ['width', 'height'].every(x => ground[x].baseVal.value >= server[x].baseVal.value);
    if (server?.localName === 'pattern' && !fills) all.push([0, 0, 0, 0]);
    return all;
  }

  /// The layers that an element paints at a point, topmost first, each a list of possible colours.
  function layers(element, x, y) {
    const style = getComputedStyle(element);
    const alpha = opacity(element);
    if (!(element instanceof SVGElement) || element.localName === 'svg') {
      return [[faded(color(style.backgroundColor), alpha)]];
    }
    if (!(element instanceof SVGGeometryElement) || style.visibility !== 'visible') return [];
    const point = new DOMPoint(x, y).matrixTransform(element.getScreenCTM().inverse());
    const found = [];
    if (style.stroke !== 'none' && element.isPointInStroke(point)) {
      found.push(paints(style.stroke, Number(style.strokeOpacity) * alpha));
    }
    if (style.fill !== 'none' && element.isPointInFill(point)) {
      found.push(paints(style.fill, Number(style.fillOpacity) * alpha));
    }
    return found.filter(x => x.length > 0);
  }

  /// All colours that can be behind a text at a point, of the elements there, topmost first.
  function behind(text, stack, x, y) {
    const index = stack.findLastIndex(e => e === text || text.contains(e));
    const found = [];
    for (const element of stack.slice(index + 1)) {
      if (element.contains(text) && element instanceof SVGElement && element.localName !== 'svg') continue;
      found.push(...layers(element, x, y));
      if (found.length && found.at(-1).every(c => c[3] === 1)) break;
    }
    let result = [canvas()];
    for (const layer of found.reverse()) {
      const next = new Map();
      for (const top of layer) {
        for (const under of result) {
          const c = over(top, under);
          next.set(hex(c), c);
        }
      }
      result = [...next.values()];
    }
    return result;
  }

  /// Sizes, places and contrasts of the texts in pictures, of which axe sees nothing.
  function pictureTexts(smallest) {
    const faults = [];
    const everything = new CSSStyleSheet();
    everything.replaceSync('svg * { pointer-events: all !important }');
    const inPictures = [...document.querySelectorAll('svg text, svg tspan, svg textPath')].filter(x =>
      isVisible(x) && [...x.childNodes].some(n => n.nodeType === 3 && n.data.trim()));
    const boxes = new Map();
    const measured = [];
    for (const element of inPictures) {
      let svg = element.ownerSVGElement;
      while (svg.ownerSVGElement) svg = svg.ownerSVGElement;
      const frame = svg.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(element);
      const box = range.getBoundingClientRect();
      if (frame.width === 0 || box.width === 0) continue;
      const matrix = element.getScreenCTM();
      const style = getComputedStyle(element);
      const size = parseFloat(style.fontSize) * Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c));
      if (size < smallest) {
        faults.push(['svg-text-size', `${where(element)} is ${size.toFixed(1)} px high`]);
      }
      // The box holds room for accents, which may be outside: a sixth of the size above and below.
      const room = size / 6;
      const outside = Math.max(frame.left - box.left, box.right - frame.right,
        frame.top - box.top - room, box.bottom - frame.bottom - room);
      if (outside > 1) {
        faults.push(['svg-text-box', `${where(element)} is ${Math.ceil(outside)} px outside of its picture`]);
      }
      const text = element.closest('text');
      if (Math.abs(matrix.b) < 1e-6 && Math.abs(matrix.c) < 1e-6) {
        if (!boxes.has(svg)) boxes.set(svg, []);
        boxes.get(svg).push({text, element, left: box.left + scrollX + 1, right: box.right + scrollX - 1,
          top: box.top + scrollY + room, bottom: box.bottom + scrollY - room});
      }
      measured.push({element, range, text, size, matrix, style});
    }
    const show = ({element, range, matrix}) => {
      element.scrollIntoViewIfNeeded(true);
      const box = range.getBoundingClientRect();
      const columns = Math.abs(matrix.b) < 1e-6 ? [0.5, 0.1, 0.9] : [0.5];
      return {y: (box.top + box.bottom) / 2, columns: columns.map(x => box.left + box.width * x)};
    };
    for (const each of measured) {
      const {element, text, style} = each;
      const {columns: [x], y} = show(each);
      const top = document.elementFromPoint(x, y);
      if (style.pointerEvents === 'none') {
        faults.push(['select', `${where(element)} has pointer-events: none`]);
      } else if (top && !text.contains(top) && !top.contains(text)) {
        faults.push(['select', `${where(element)} is covered by ${where(top)}`]);
      }
    }
    document.adoptedStyleSheets = [everything];
    for (const each of measured) {
      const {element, text, size, style} = each;
      const {columns, y} = show(each);
      let fill = color(style.fill === 'none' || style.fill.startsWith('url') ? 'rgba(0, 0, 0, 0)' : style.fill);
      fill = faded(fill, Number(style.fillOpacity) * opacity(element));
      const hasHalo = style.stroke !== 'none' && style.paintOrder.startsWith('stroke') && parseFloat(style.strokeWidth) >= 2;
      let worst = null;
      for (const x of columns) {
        const stack = document.elementsFromPoint(x, y);
        if (!stack.some(e => e === element || text.contains(e))) continue;
        for (let back of behind(text, stack, x, y)) {
          if (hasHalo) back = over(faded(color(style.stroke), Number(style.strokeOpacity)), back);
          const ratio = contrast(over(fill, back), back);
          if (!worst || ratio < worst.ratio) worst = {ratio, back, fill: over(fill, back)};
        }
      }
      const isLarge = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700;
      if (!worst) {
        faults.push(['svg-contrast', `${where(element)} is not on the screen where it should be`]);
      } else if (worst.ratio < (isLarge ? 3 : 4.5)) {
        faults.push(['svg-contrast', `${where(element)} has ${worst.ratio.toFixed(2)}:1, ${hex(worst.fill)} on ${hex(worst.back)}`]);
      }
    }
    document.adoptedStyleSheets = [];
    for (const list of boxes.values()) {
      list.sort((a, b) => a.top - b.top);
      list.forEach((a, i) => {
        for (let j = i + 1; j < list.length && list[j].top < a.bottom - 1; j += 1) {
          const b = list[j];
          if (a.text !== b.text && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
              && Math.min(a.bottom, b.bottom) - b.top > 1) {
            faults.push(['svg-text-overlap', `${where(a.element)} and ${where(b.element)}`]);
          }
        }
      });
    }
    for (const element of document.querySelectorAll('body *')) {
      if (element.scrollLeft !== 0) element.scrollLeft = 0;
    }
    scrollTo(0, 0);
    return faults;
  }

  /// That the page follows the colours that its reader prefers, and is white on paper.
  function ground(look) {
    const [root, body] = [document.documentElement, document.body].map(x => color(getComputedStyle(x).backgroundColor));
    const light = luminance(over(body, over(root, canvas())));
    const isRight = look === 'dark' ? light < 0.2 : look === 'print' ? light > 0.99 : light > 0.7;
    return isRight ? [] : [['ground', `the luminance of the background is ${light.toFixed(2)}`]];
  }

  // The keyboard.

  function focusables() {
    return [...document.querySelectorAll(FOCUSABLE)].filter(x =>
      x.tabIndex >= 0 && !x.disabled && x.checkVisibility({visibilityProperty: true})
      && (x.localName !== 'summary' || x.parentElement?.localName === 'details'
        && x.parentElement.querySelector(':scope > summary') === x));
  }

  const look = element => {
    const s = getComputedStyle(element);
    return {
      outline: s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0 && color(s.outlineColor)[3] > 0
        ? `${s.outlineStyle} ${s.outlineWidth} ${s.outlineColor}` : '',
      shadow: s.boxShadow === 'none' ? '' : s.boxShadow,
    };
  };
  let keyboard = null;

  /// Begins to record what the focus reaches; returns the number of elements that it has to.
  function startKeyboard() {
    const expected = focusables();
    keyboard = {expected, before: new Map(expected.map(x => [x, look(x)])), reached: [], faults: []};
    document.addEventListener('focusin', event => {
      const element = event.target;
      keyboard.reached.push(element);
      const [then, now] = [keyboard.before.get(element), look(element)];
      if (then && !(now.outline && now.outline !== then.outline) && !(now.shadow && now.shadow !== then.shadow)) {
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
      if (element.tabIndex > 0) all.push(['keyboard', `${where(element)} has tabindex="${element.tabIndex}"`]);
    }
    const missing = expected.filter(x => !keyboard.reached.includes(x));
    for (const element of missing) all.push(['keyboard', `${where(element)} is not reached`]);
    const further = keyboard.reached.filter(x => !expected.includes(x));
    for (const element of new Set(further)) all.push(['keyboard', `${where(element)} is reached, but has no tabindex`]);
    if (all.length === 0) {
      const index = expected.findIndex((x, i) => x !== reached[i]);
      if (index >= 0) all.push(['keyboard', `${where(expected[index])} is expected, but ${where(reached[index])} is reached`]);
    }
    document.activeElement?.blur?.();
    return all;
  }

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
      const title = plain(line);
      const name = `"${title.slice(0, 40)}${title.length > 40 ? `…" (${title.length} characters)` : '"'}`;
      if (!shown.includes(title) && !parts.includes(title)) {
        faults.push(['title', `${name} is not in the page as text`]);
        continue;
      }
      for (const [, tag, inner] of title.matchAll(/<([a-z][\w-]*)[^>]*>([^<]*)/gi)) {
        for (const element of document.getElementsByTagName(tag)) {
          if (/^(script|img|iframe|object|embed|form|input|link|base|meta)$/i.test(tag) && element.parentElement !== document.head
              || inner && element.textContent.trim() === inner.trim()) {
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

  /// Tries to break the policy in three ways, the last thing that is done with a page.
  async function attack(done) {
    const blocked = new Set();
    document.addEventListener('securitypolicyviolation', event => blocked.add(event.effectiveDirective));
    window.attackRan = false;
    const button = document.createElement('p');
    button.setAttribute('onclick', 'window.attackRan = true');
    document.body.append(button);
    button.click();
    const script = document.createElement('script');
    script.textContent = 'window.attackRan = true';
    document.body.append(script);
    const image = new Image();
    image.src = 'https://flint.invalid/image.png';
    const needed = ['script-src-attr', 'script-src-elem', 'img-src'];
    for (let i = 0; i < 20 && !needed.every(x => blocked.has(x)); i += 1) {
      await new Promise(resume => setTimeout(resume, 10));
    }
    const faults = needed.filter(x => !blocked.has(x)).map(x => ['policy', `${x} was not blocked`]);
    if (window.attackRan) faults.push(['policy', 'an injected script ran']);
    done(faults);
  }

  return {references, head, pictures, openDetails, thin, layout, pictureTexts, ground,
    startKeyboard, endKeyboard, selection, titles, attack};
})();
