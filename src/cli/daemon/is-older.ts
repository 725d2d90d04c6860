/** Whether a version comes before another one, as semver orders them; what is no version is not older than anything. */
export function isOlder(version: string, than: string): boolean {
  const a = parse(version);
  const b = parse(than);
  if (!a || !b) return false;
  const [at] = a.numbers.flatMap((number, index) => (number === b.numbers[index] ? [] : [index]));
  if (at !== undefined) return (a.numbers[at] ?? 0) < (b.numbers[at] ?? 0);
  // A version that is only announced (1.0.0-beta) comes before it.
  if (a.announced === null || b.announced === null) return a.announced !== null && b.announced === null;
  return a.announced.localeCompare(b.announced, "en", { numeric: true }) < 0;
}

function parse(version: string): { numbers: number[]; announced: string | null } | null {
  const [, numbers, announced = null] = /^(\d+\.\d+\.\d+)(?:-([0-9A-Za-z.-]+))?(?:\+.*)?$/.exec(version) ?? [];
  return numbers === undefined ? null : { numbers: numbers.split(".").map(Number), announced };
}
