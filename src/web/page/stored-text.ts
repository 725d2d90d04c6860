// Small texts that this browser keeps for the page. A browser may refuse its storage: they then last as long as the page.

export function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function storeText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // It holds until the page is closed.
  }
}
