// An amount of memory or disk, short enough for a table: "640 KB", "128 MB", "1.4 GB".

export function byteSize(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  if (megabytes < 1) return `${Math.ceil(bytes / 1024)} KB`;
  return megabytes < 1000 ? `${Math.round(megabytes)} MB` : `${(megabytes / 1024).toFixed(1)} GB`;
}
