// What a document contains: nothing that could run or load anything, and pictures with names.

// A page needs none of these; each could run a program, load a file or leave the page.
const FORBIDDEN = 'script, iframe, frame, frameset, object, embed, applet, portal, link, base, '
  + 'form, audio, video, foreignObject, image, animate, animateTransform, animateMotion, set, '
  + 'meta[http-equiv=refresh]';
const ADDRESSES =
  /^(href|src|srcset|action|formaction|poster|data|background|ping|cite|manifest|longdesc)$/i;

/// An icon within the page, because of which browsers ask no server for one.
const isIcon = element => element.matches('link[rel=icon][href^="data:"]');

/// The part of a document that is specified by its text: no program, nothing from elsewhere.
function references() {
  const faults = [];
  for (const element of document.querySelectorAll(FORBIDDEN)) {
    if (isIcon(element)) continue;
    const name = element.localName;
    faults.push([name === 'script' ? 'script' : 'element', `<${name}> at ${where(element)}`]);
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
      } else if (ADDRESSES.test(localName)) {
        if (!isInside(address) && !isIcon(element)) {
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
    const found = JSON.stringify(policies.map(x => x.content));
    faults.push(['policy', `expected one policy "${policy}", found ${found}`]);
  } else if (policies[0].parentElement !== document.head) {
    faults.push(['policy', 'the policy is outside of <head>']);
  } else if (document.querySelector('style, img, svg')?.compareDocumentPosition(policies[0])
      & Node.DOCUMENT_POSITION_FOLLOWING) {
    faults.push(['policy', 'something precedes the policy, which does not apply to it']);
  }
  if (document.compatMode !== 'CSS1Compat') {
    faults.push(['head', 'the document type is not <!DOCTYPE html>']);
  }
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
