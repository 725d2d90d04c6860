// The devices that are signed in to the page: one small file in the home, without their secrets.
import { createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { readTextOrNull } from "../../home/index.ts";
import { deviceKinds } from "../../protocol/index.ts";
import type { Clock } from "../../session/index.ts";
import { replaceFileSync } from "../../system/index.ts";
import type { Journal } from "../journal.ts";

const deviceSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(deviceKinds),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  from: z.string(),
  /** Of its secret, which is nowhere but on the device. */
  hash: z.string(),
  /** Of a browser's key; null for a program, which has none. */
  keyHash: z.string().nullable().default(null),
});
export type Device = z.infer<typeof deviceSchema>;
const fileSchema = z.object({ devices: z.array(deviceSchema) });

/** The one that was not seen for the longest time makes room. */
const MAX_DEVICES = 100;
const SECRET_BYTES = 32;
/** When a device was seen is written this often; the file is the same otherwise. */
const WRITE_EVERY_MS = 60_000;

const newSecret = (): string => randomBytes(SECRET_BYTES).toString("base64url");

const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

interface Dependencies {
  readonly path: string;
  readonly clock: Clock;
  readonly journal: Pick<Journal, "error">;
}

interface NewDevice {
  readonly device: Device;
  readonly secret: string;
  readonly key: string | null;
  readonly dropped: readonly string[];
}

/** Whether this is the key of a browser. */
export const hasKey = ({ keyHash }: Pick<Device, "keyHash">, key: string | null): boolean =>
  keyHash !== null && key !== null && timingSafeEqual(Buffer.from(hashOf(key)), Buffer.from(keyHash));

export class Devices {
  readonly #deps: Dependencies;
  #devices: readonly Device[];
  #writtenAtMs = Number.NEGATIVE_INFINITY;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#devices = readDevices(deps.path);
  }

  /** Last seen first. */
  list(): readonly Device[] {
    return this.#devices.toSorted((a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt));
  }

  get(id: string): Device | undefined {
    return this.#devices.find((one) => one.id === id);
  }

  /** It is on the disk before anybody gets its secret and its key. */
  add(facts: Pick<Device, "name" | "kind" | "from">): NewDevice {
    const now = this.#deps.clock.now();
    const secret = newSecret();
    const key = facts.kind === "program" ? null : newSecret();
    const hashes = { hash: hashOf(secret), keyHash: key === null ? null : hashOf(key) };
    const device = { id: randomUUID(), ...facts, createdAt: now, lastSeenAt: now, ...hashes };
    const kept = this.list().slice(0, MAX_DEVICES - 1);
    const dropped = this.#devices.filter((one) => !kept.includes(one)).map(({ id }) => id);
    this.#write([device, ...kept], { isDurable: true });
    return { device, secret, key, dropped };
  }

  /** Whose secret it is; every comparison takes as long as any other. */
  find(secret: string): Device | null {
    const hash = Buffer.from(hashOf(secret));
    let found: Device | null = null;
    for (const device of this.#devices) if (timingSafeEqual(hash, Buffer.from(device.hash))) found = device;
    return found;
  }

  /** A browser that has its cookie and lost its key gets another one. */
  renewKey(id: string): string {
    const key = newSecret();
    const renewed = this.#devices.map((one) => (one.id === id ? { ...one, keyHash: hashOf(key) } : one));
    this.#write(renewed, { isDurable: true });
    return key;
  }

  see(id: string, from: string): void {
    const { clock, journal } = this.#deps;
    const seen = { from, lastSeenAt: clock.now() };
    this.#devices = this.#devices.map((one) => (one.id === id ? { ...one, ...seen } : one));
    if (clock.monotonicMs() - this.#writtenAtMs < WRITE_EVERY_MS) return;
    this.#writtenAtMs = clock.monotonicMs();
    try {
      this.#write(this.#devices, { isDurable: false });
    } catch (error) {
      // A request is not refused because of it: this is when devices were seen, and nothing else.
      journal.error("can't write when devices were last seen", error);
    }
  }

  /** Returns those that were there. */
  remove(ids: readonly string[]): readonly string[] {
    const removed = this.#devices.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
    if (removed.length > 0)
      this.#write(
        this.#devices.filter(({ id }) => !ids.includes(id)),
        { isDurable: true },
      );
    return removed;
  }

  #write(devices: readonly Device[], { isDurable }: { isDurable: boolean }): void {
    replaceFileSync(this.#deps.path, JSON.stringify({ devices }), { isDurable });
    this.#devices = devices;
    this.#writtenAtMs = this.#deps.clock.monotonicMs();
  }
}

/** A file that can't be used is as none: devices sign in again. */
function readDevices(path: string): readonly Device[] {
  const text = readTextOrNull(path);
  if (text === null) return [];
  try {
    return fileSchema
      .parse(JSON.parse(text))
      .devices.filter(({ hash, keyHash }) => [hash, keyHash ?? hash].every((one) => /^[0-9a-f]{64}$/.test(one)));
  } catch {
    return [];
  }
}
