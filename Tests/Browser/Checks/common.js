// What all checks use. The files of this folder become one function in the page (check_pages.py);
// its checks return faults as [rule, what and where].

const plain = text => text.replace(/\s+/g, ' ').trim();
const bare = text => text.replace(/\s+/g, '');

const excerpt = text => `"${text.slice(0, 40)}${text.length > 40 ? '…' : ''}"`;

/// An element as a reader finds it: its path from the nearest id, and the beginning of its text.
function where(element) {
  const path = [];
  for (let at = element; at && at.nodeType === 1; at = at.parentElement) {
    if (at.id) {
      path.unshift('#' + at.id);
      break;
    }
    const siblings = [...(at.parentElement?.children ?? [])];
    const twins = siblings.filter(x => x.localName === at.localName);
    path.unshift(at.localName + (twins.length > 1 ? `:${twins.indexOf(at) + 1}` : ''));
  }
  const text = plain(element.textContent ?? '');
  return path.slice(-4).join('>') + (text && ` ${excerpt(text)}`);
}

const isVisible = element =>
  element.checkVisibility({opacityProperty: true, visibilityProperty: true});
