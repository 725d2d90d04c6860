// Marks words in the transcript without changing it: ranges that the browser paints (CSS custom highlights).

const NAME = "found";
const MAX_RANGES = 500;

/** Marks them everywhere below the element, whatever changes there, until the returned function is called. */
export function keepMarked(root: Element, words: string): () => void {
  let frame = 0;
  const observer = new MutationObserver(() => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      markWords(root, words);
    });
  });
  observer.observe(root, { childList: true, characterData: true, subtree: true });
  markWords(root, words);
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    globalThis.CSS?.highlights?.delete(NAME);
  };
}

function markWords(root: Element, words: string): void {
  const registry = globalThis.CSS?.highlights;
  const wanted = words.trim().toLowerCase();
  registry?.delete(NAME);
  if (!registry || wanted === "") return;
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && ranges.length < MAX_RANGES; node = walker.nextNode()) {
    const text = node.nodeValue?.toLowerCase() ?? "";
    // Some letters have another length in lower case: then the places would be wrong.
    if (text.length !== node.nodeValue?.length) continue;
    for (let at = text.indexOf(wanted); at !== -1 && ranges.length < MAX_RANGES; at = text.indexOf(wanted, at + 1)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      ranges.push(range);
    }
  }
  registry.set(NAME, new Highlight(...ranges));
}
