/** Marks the section that is being read in the navigation. */
export function setUpSectionNav() {
  const links = [...document.querySelectorAll('nav.sections a')];
  const sections = links.map((link) => document.querySelector(link.getAttribute('href') ?? ''));
  if (links.length === 0) return;
  let isWaiting = false;
  const mark = () => {
    isWaiting = false;
    const line = innerHeight / 3;
    const read = sections.findLastIndex((section) => section !== null && section.getBoundingClientRect().top <= line);
    links.forEach((link, at) => {
      if (at === Math.max(0, read)) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    });
  };
  addEventListener(
    'scroll',
    () => {
      if (isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(mark);
    },
    { passive: true },
  );
  mark();
}
