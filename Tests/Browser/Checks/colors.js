// Colours: arrays [red, green, blue, alpha], of 0…255 and 0…1.

const colors = new Map();
const HTML = 'http://www.w3.org/1999/xhtml';
const pen = document.createElementNS(HTML, 'canvas').getContext('2d', {willReadFrequently: true});
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
const over = (top, under) =>
  [0, 1, 2].map(i => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
const faded = (c, opacity) => [c[0], c[1], c[2], c[3] * opacity];
const luminance = c => [0.2126, 0.7152, 0.0722].reduce((sum, weight, i) => {
  const x = c[i] / 255;
  return sum + weight * (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
}, 0);
function contrast(a, b) {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}
const hex = c =>
  '#' + c.slice(0, 3).map(x => Math.round(x).toString(16).padStart(2, '0')).join('');

function opacity(element) {
  let product = 1;
  for (let at = element; at; at = at.parentElement) {
    product *= Number(getComputedStyle(at).opacity);
  }
  return product;
}

/// The colour of the page where nothing is painted.
function canvas() {
  const element = document.createElementNS(HTML, 'span');
  element.style.color = 'Canvas';
  document.documentElement.append(element);
  const text = getComputedStyle(element).color;
  element.remove();
  const root = document.documentElement;
  // An SVG file is shown on white.
  const isWhite = root.localName === 'svg' && getComputedStyle(root).colorScheme === 'normal';
  return isWhite ? [255, 255, 255, 1] : color(text);
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
    } else if (part instanceof SVGGeometryElement) {
      for (const kind of ['fill', 'stroke']) {
        if (style[kind] === 'none') continue;
        all.push(faded(color(style[kind]), Number(style[`${kind}Opacity`]) * alpha));
      }
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

/// All colours that can be behind a text at a point, of the elements there (topmost first) and of
/// the ground beneath them.
function behind(text, stack, ground, x, y) {
  const index = stack.findLastIndex(e => e === text || text.contains(e));
  const found = [];
  for (const element of stack.slice(index + 1)) {
    found.push(...layers(element, x, y));
    if (found.length && found.at(-1).every(c => c[3] === 1)) break;
  }
  let result = [ground];
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
