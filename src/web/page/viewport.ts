// The visible part of the screen above a phone's keyboard: some browsers cover the page with it instead of resizing the page.

export function followViewport(): () => void {
  const { visualViewport: seen } = window;
  if (!seen) return () => {};
  const fit = (): void => {
    // A zoomed page is partly hidden on purpose.
    const isCovered = seen.scale === 1 && window.innerHeight - seen.height > 1;
    if (isCovered) document.documentElement.style.setProperty("--seen-height", `${seen.height}px`);
    else document.documentElement.style.removeProperty("--seen-height");
    // The keyboard has scrolled the header out of sight.
    if (isCovered) window.scrollTo(0, 0);
  };
  seen.addEventListener("resize", fit);
  return () => seen.removeEventListener("resize", fit);
}
