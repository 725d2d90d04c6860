// Loads the styles of a part of the page before the part is drawn.
export function loadStyle(address: string): Promise<void> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${address} can't be loaded.`));
    };
    // Before the page's own styles, which go beyond those of its parts.
    document.head.prepend(link);
  });
}
