// Ids of commands. Browsers have `randomUUID` only in secure contexts: not over plain http from another machine.

interface Random {
  getRandomValues(bytes: Uint8Array<ArrayBuffer>): Uint8Array;
  randomUUID?(): string;
}

export function newId(random: Random = crypto): string {
  if (random.randomUUID) return random.randomUUID();
  const bytes = random.getRandomValues(new Uint8Array(16));
  // A UUID has its kind in two places: version 4, of the usual variant.
  const marked = bytes.with(6, ((bytes[6] ?? 0) & 0x0f) | 0x40).with(8, ((bytes[8] ?? 0) & 0x3f) | 0x80);
  const hex = [...marked].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
