// Whether the content security policy works.

/// Tries to break the policy in three ways, the last thing that is done with a page.
async function attack(done) {
  const blocked = new Set();
  document.addEventListener('securitypolicyviolation', event =>
    blocked.add(event.effectiveDirective));
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
