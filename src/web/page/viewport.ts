// The part of the screen that a phone's keyboard leaves: some browsers cover the page with it instead of making the page smaller.

export function followViewport(): () => void {
  const { visualViewport: seen } = window;
  if (!seen) return () => {};
  const fit = (): void => {
    // Somebody who has zoomed in sees a part on purpose.
    const isCovered = seen.scale === 1 && window.innerHeight - seen.height > 1;
    if (isCovered) document.documentElement.style.setProperty("--seen-height", `${seen.height}px`);
    else document.documentElement.style.removeProperty("--seen-height");
    // The keyboard has pushed the header out of sight.
    if (isCovered) window.scrollTo(0, 0);
  };
  seen.addEventListener("resize", fit);
  return () => seen.removeEventListener("resize", fit);
}
