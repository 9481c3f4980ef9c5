// The texts in pictures, of which axe-core decides nothing.

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
    const {a, b, c, d} = matrix;
    const size = parseFloat(style.fontSize) * Math.sqrt(Math.abs(a * d - b * c));
    if (size < smallest) {
      faults.push(['svg-text-size', `${where(element)} is ${size.toFixed(1)} px high`]);
    }
    // The box holds room for accents, which may be outside: a sixth of the size above and below.
    const room = size / 6;
    const outside = Math.max(frame.left - box.left, box.right - frame.right,
      frame.top - box.top - room, box.bottom - frame.bottom - room);
    if (outside > 1) {
      const size = Math.ceil(outside);
      faults.push(['svg-text-box', `${where(element)} is ${size} px outside of its picture`]);
    }
    const text = element.closest('text');
    if (Math.abs(b) < 1e-6 && Math.abs(c) < 1e-6) {
      if (!boxes.has(svg)) boxes.set(svg, []);
      boxes.get(svg).push({
        text,
        element,
        left: box.left + 1,
        right: box.right - 1,
        top: box.top + room,
        bottom: box.bottom - room,
      });
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
    const isPlain = style.fill !== 'none' && !style.fill.startsWith('url');
    const alpha = Number(style.fillOpacity) * opacity(element);
    const fill = isPlain ? faded(color(style.fill), alpha) : [0, 0, 0, 0];
    const hasHalo = style.stroke !== 'none' && style.paintOrder.startsWith('stroke')
      && parseFloat(style.strokeWidth) >= 2;
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
      const colours = `${hex(worst.fill)} on ${hex(worst.back)}`;
      faults.push([
        'svg-contrast', `${where(element)} has ${worst.ratio.toFixed(2)}:1, ${colours}`]);
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
