// Small texts in local storage. If the browser refuses it, they are lost when the page is closed.

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
    // The value stays in memory while the page is open.
  }
}
