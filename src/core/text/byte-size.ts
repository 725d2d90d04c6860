// An amount of memory or disk for people: "640 bytes", "12 KB", "2.5 MB", "128 MB", "1.4 GB". Rounded for reading.

export function byteSize(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  const kilobytes = Math.ceil(bytes / 1024);
  if (kilobytes < 1024) return `${kilobytes} KB`;
  const megabytes = bytes / 1024 / 1024;
  return megabytes < 1000 ? `${rounded(megabytes)} MB` : `${rounded(megabytes / 1024)} GB`;
}

/** One decimal place below 100, unless it is zero. */
const rounded = (amount: number): string =>
  amount < 99.95 ? amount.toFixed(1).replace(/\.0$/, "") : amount.toFixed(0);
