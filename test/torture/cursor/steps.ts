// Schedules as lists of numbers: each number is one thing that happens, to one of the clients, with a value of its own.
// Numbers are quick to draw and shrink well: 0 is the first happening, which should be a harmless one.

export const CLIENTS = 3;
const VALUES = 256;

/** How often it happens, what people call it, and what it does. */
export type Happening<World, Client, Result> = readonly [
  times: number,
  name: string,
  act: (world: World, drawn: { client: Client; value: number }) => Result,
];

export interface Steps<World, Client, Result> {
  readonly largest: number;
  act(number: number, world: World, clients: readonly Client[]): Result;
  /** For people who look at a schedule that failed. */
  describe(schedule: readonly number[]): string;
}

export function stepsOf<World, Client, Result>(
  happenings: readonly Happening<World, Client, Result>[],
  values = VALUES,
): Steps<World, Client, Result> {
  const table = happenings.flatMap(([times, name, act]) => Array.from({ length: times }, () => ({ name, act })));
  const decode = (number: number) => ({
    ...(table[number % table.length] as (typeof table)[number]),
    client: Math.floor(number / table.length) % CLIENTS,
    value: Math.floor(number / table.length / CLIENTS) % values,
  });
  return {
    largest: table.length * CLIENTS * values - 1,
    act(number, world, clients) {
      const { act, client, value } = decode(number);
      return act(world, { client: clients[client] as Client, value });
    },
    describe: (schedule) =>
      schedule
        .map(decode)
        .map(({ name, client, value }) => `${name} (client ${client}, ${value})`)
        .join(" · "),
  };
}

/** What a bad network does to whole lines. */
export const spoilt = {
  lost: (lines: Buffer[], value: number): Buffer[] => lines.toSpliced(value % lines.length, 1),
  /** Right behind itself, or some lines later. */
  doubled: (lines: Buffer[], value: number): Buffer[] => {
    const at = value % lines.length;
    return lines.toSpliced(at + 1 + (value >> 5), 0, lines[at] as Buffer);
  },
  reordered: (lines: Buffer[], value: number): Buffer[] => {
    const at = value % lines.length;
    const others = lines.toSpliced(at, 1);
    return others.toSpliced((value >> 4) % lines.length, 0, lines[at] as Buffer);
  },
};
