// The texts in pictures, of which axe-core decides nothing.

/// A text in a picture, each run of it (one may position every character), and where it is.
function pictureText(element) {
  let svg = element.ownerSVGElement;
  while (svg.ownerSVGElement) svg = svg.ownerSVGElement;
  const style = getComputedStyle(element);
  const {a, b, c, d} = element.getScreenCTM();
  const size = parseFloat(style.fontSize) * Math.sqrt(Math.abs(a * d - b * c));
  const base = element.getBoundingClientRect();
  const runs = [];
  const range = document.createRange();
  for (const node of element.childNodes) {
    if (node.nodeType !== 3 || !node.data.trim()) continue;
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width > 0) runs.push({box, right: box.left - base.left, down: box.top - base.top});
    }
  }
  let region = svg.parentElement;
  while (region && region.scrollWidth <= region.clientWidth) region = region.parentElement;
  return {
    element, text: element.closest('text'), svg, style, size, runs, region,
    isUpright: Math.abs(b) < 1e-6 && Math.abs(c) < 1e-6,
    // A text without letters and digits is a mark.
    isMark: !/[\p{L}\p{N}]/u.test(element.textContent),
    isLarge: size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700,
  };
}

/// Brings a run onto the screen; returns points in it, from the middle outwards.
function showRun({element, region, isUpright}, {box: {width, height}, right, down}) {
  const find = () => {
    const base = element.getBoundingClientRect();
    return [base.left + right, base.top + down + height / 2];
  };
  element.scrollIntoViewIfNeeded(true);
  let [left, y] = find();
  if (region) {
    const frame = region.getBoundingClientRect();
    if (left < frame.left || left + width > frame.right) {
      region.scrollLeft += left + width / 2 - (frame.left + frame.right) / 2;
      [left, y] = find();
    }
  }
  if (y < 0 || y > innerHeight) {
    scrollBy(0, y - innerHeight / 2);
    [left, y] = find();
  }
  const columns = isUpright && width > 20 ? [0.5, 0.1, 0.9] : [0.5];
  return columns.map(x => [left + width * x, y]);
}

/// Sizes, positions and contrasts of the texts in pictures; each text has a fault of a rule once.
function pictureTexts(smallest) {
  const faults = new Map();
  const add = (rule, element, what, key = rule) => {
    if (!faults.has(element)) faults.set(element, new Map());
    const found = faults.get(element);
    if (!found.has(key)) found.set(key, [rule, `${where(element)} ${what}`]);
  };
  const texts = [...document.querySelectorAll('svg text, svg tspan, svg textPath')]
    .filter(isVisible).map(pictureText).filter(x => x.runs.length && x.svg.clientWidth);
  const boxes = new Map();
  for (const {element, text, svg, size, runs, isUpright} of texts) {
    if (size < smallest - 0.05) add('svg-text-size', element, `is ${size.toFixed(1)} px high`);
    const frame = svg.getBoundingClientRect();
    // The box holds room for accents, which may be outside: a sixth of the size above and below.
    const room = size / 6;
    for (const {box} of runs) {
      const outside = Math.max(frame.left - box.left, box.right - frame.right,
        frame.top - box.top - room, box.bottom - frame.bottom - room);
      if (outside > 1) {
        add('svg-text-box', element, `is ${Math.ceil(outside)} px outside of its picture`);
      }
      if (!isUpright) continue;
      if (!boxes.has(svg)) boxes.set(svg, []);
      boxes.get(svg).push({
        text, element, left: box.left + 1, right: box.right - 1, top: box.top + room,
        bottom: box.bottom - room,
      });
    }
  }
  for (const list of boxes.values()) {
    list.sort((a, b) => a.top - b.top);
    list.forEach((a, i) => {
      for (let j = i + 1; j < list.length && list[j].top < a.bottom - 1; j += 1) {
        const b = list[j];
        if (a.text !== b.text && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
            && Math.min(a.bottom, b.bottom) - b.top > 1) {
          add('svg-text-overlap', a.element, `is on ${where(b.element)}`);
        }
      }
    });
  }

  // What is above and behind a text is known only while it is on the screen.
  for (const each of texts) {
    const {element, text, runs, style} = each;
    if (style.pointerEvents === 'none') add('select', element, 'has pointer-events: none');
    for (const run of runs) {
      const above = showRun(each, run).map(([x, y]) => document.elementFromPoint(x, y));
      const isCovered = above.every(x => x && !text.contains(x) && !x.contains(text));
      if (isCovered && style.pointerEvents !== 'none') {
        add('select', element, `is covered by ${where(above[0])}`);
      }
    }
  }
  const everything = new CSSStyleSheet();
  everything.replaceSync('svg * { pointer-events: all !important }');
  document.adoptedStyleSheets = [everything];
  const ground = canvas();
  for (const each of texts) {
    const {element, text, style, runs, isLarge, isMark} = each;
    const isPlain = style.fill !== 'none' && !style.fill.startsWith('url');
    const alpha = Number(style.fillOpacity) * opacity(element);
    const fill = isPlain ? faded(color(style.fill), alpha) : [0, 0, 0, 0];
    const hasHalo = style.stroke !== 'none' && style.paintOrder.startsWith('stroke')
      && parseFloat(style.strokeWidth) >= 2;
    let worst = null;
    for (const run of runs) {
      let isSeen = false;
      for (const [x, y] of showRun(each, run)) {
        const stack = document.elementsFromPoint(x, y);
        if (!stack.some(e => text.contains(e))) continue;
        isSeen = true;
        for (let back of behind(text, stack, ground, x, y)) {
          if (hasHalo) back = over(faded(color(style.stroke), Number(style.strokeOpacity)), back);
          const ratio = contrast(over(fill, back), back);
          if (!worst || ratio < worst.ratio) worst = {ratio, back, fill: over(fill, back)};
        }
      }
      if (!isSeen) add('svg-contrast', element, 'is not on the screen where it should be', 'seen');
    }
    if (worst && worst.ratio < (isLarge || isMark ? 3 : 4.5)) {
      const colours = `${hex(worst.fill)} on ${hex(worst.back)}`;
      add('svg-contrast', element, `has ${worst.ratio.toFixed(2)}:1, ${colours}`);
    }
  }
  document.adoptedStyleSheets = [];
  for (const element of new Set(texts.map(x => x.region))) {
    if (element) element.scrollLeft = 0;
  }
  scrollTo(0, 0);
  return [...faults.values()].flatMap(x => [...x.values()]);
}
