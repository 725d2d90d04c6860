// The keys of a replay.
import type { Key } from "../terminal/index.ts";

export type ReplayAct =
  | { readonly kind: "toggle" | "begin" | "end" | "idle" | "leave" | "suspend" | "redraw" }
  | { readonly kind: "event" | "turn" | "speed"; readonly step: 1 | -1 };

/** By the key's text, or else by its name. */
const acts: Readonly<Record<string, ReplayAct>> = {
  " ": { kind: "toggle" },
  left: { kind: "event", step: -1 },
  right: { kind: "event", step: 1 },
  "[": { kind: "turn", step: -1 },
  "]": { kind: "turn", step: 1 },
  "+": { kind: "speed", step: 1 },
  "=": { kind: "speed", step: 1 },
  "-": { kind: "speed", step: -1 },
  g: { kind: "begin" },
  home: { kind: "begin" },
  G: { kind: "end" },
  end: { kind: "end" },
  i: { kind: "idle" },
  q: { kind: "leave" },
  escape: { kind: "leave" },
};

const withControl: Readonly<Record<string, ReplayAct>> = {
  c: { kind: "leave" },
  d: { kind: "leave" },
  z: { kind: "suspend" },
  l: { kind: "redraw" },
};

/** Null if the key does nothing here. What is pasted does nothing. */
export function actOfKey({ text, name, isControl, isMeta, isPasted }: Key): ReplayAct | null {
  if (isPasted || isMeta) return null;
  const own = (table: Readonly<Record<string, ReplayAct>>, key: string) =>
    Object.hasOwn(table, key) ? table[key] : undefined;
  return (
    (isControl ? own(withControl, name) : (own(acts, text) ?? (text === "" ? own(acts, name) : undefined))) ?? null
  );
}
