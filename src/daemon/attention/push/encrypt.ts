// Encrypts a push message for one browser (RFC 8291, RFC 8188): the push service that passes it on can't read it.
import { createCipheriv, createECDH, createHmac, randomBytes } from "node:crypto";

/** What a browser gave when it subscribed, in base64url. */
export interface BrowserKeys {
  /** Its public key: a point on P-256, uncompressed. */
  readonly p256dh: string;
  /** A secret that it shares with this daemon alone. */
  readonly auth: string;
}

/** Known in tests only: each message has new ones. */
interface Ephemeral {
  readonly salt: Buffer;
  readonly privateKey?: Buffer;
}

const CURVE = "prime256v1";
const POINT_BYTES = 65;
const AUTH_BYTES = 16;
const SALT_BYTES = 16;
const RECORD_SIZE = 4096;
const TAG_BYTES = 16;
const HEADER_BYTES = SALT_BYTES + 4 + 1 + POINT_BYTES;
/** Push services take 4096 bytes in all. */
export const MAX_MESSAGE_BYTES = RECORD_SIZE - HEADER_BYTES - TAG_BYTES - 1;
/** The end of the last record's text; zeros follow. */
const LAST_RECORD = 2;

/** The keys as bytes; null if no browser could have given them. */
function bytesOf({ p256dh, auth }: BrowserKeys): { point: Buffer; secret: Buffer } | null {
  const [point, secret] = [Buffer.from(p256dh, "base64url"), Buffer.from(auth, "base64url")];
  return point.length === POINT_BYTES && point[0] === 4 && secret.length === AUTH_BYTES ? { point, secret } : null;
}

/** Whether messages can be encrypted for these keys: the point must be on the curve. */
export function areUsable(keys: BrowserKeys): boolean {
  const bytes = bytesOf(keys);
  if (!bytes) return false;
  try {
    const own = createECDH(CURVE);
    own.generateKeys();
    own.computeSecret(bytes.point);
    return true;
  } catch {
    return false;
  }
}

const hmac = (key: Buffer, ...parts: readonly Buffer[]): Buffer =>
  createHmac("sha256", key).update(Buffer.concat(parts)).digest();

/** HKDF with an output of at most one hash. */
function derive(salt: Buffer, input: Buffer, info: Buffer, length: number): Buffer {
  return hmac(hmac(salt, input), info, Buffer.from([1])).subarray(0, length);
}

/** `padTo`: the length of the text with its padding, so that the length of a message says nothing about it. */
export function encrypt(
  text: Buffer,
  keys: BrowserKeys,
  { padTo = 0, ephemeral }: { padTo?: number; ephemeral?: Ephemeral } = {},
): Buffer {
  const bytes = bytesOf(keys);
  if (!bytes) throw new Error("these are not the keys of a browser");
  if (text.length > MAX_MESSAGE_BYTES) throw new Error(`a push message has at most ${MAX_MESSAGE_BYTES} bytes`);
  const own = createECDH(CURVE);
  if (ephemeral?.privateKey) own.setPrivateKey(ephemeral.privateKey);
  else own.generateKeys();
  const ownPoint = own.getPublicKey();
  const shared = own.computeSecret(bytes.point);
  const keyInfo = Buffer.concat([Buffer.from("WebPush: info\0"), bytes.point, ownPoint]);
  const input = derive(bytes.secret, shared, keyInfo, 32);
  const salt = ephemeral?.salt ?? randomBytes(SALT_BYTES);
  const key = derive(salt, input, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(salt, input, Buffer.from("Content-Encoding: nonce\0"), 12);

  const padding = Buffer.alloc(Math.max(0, Math.min(padTo, MAX_MESSAGE_BYTES) - text.length));
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const header = Buffer.alloc(HEADER_BYTES);
  salt.copy(header);
  header.writeUInt32BE(RECORD_SIZE, SALT_BYTES);
  header.writeUInt8(POINT_BYTES, SALT_BYTES + 4);
  ownPoint.copy(header, SALT_BYTES + 5);
  const sealed = [
    cipher.update(text),
    cipher.update(Buffer.from([LAST_RECORD])),
    cipher.update(padding),
    cipher.final(),
  ];
  return Buffer.concat([header, ...sealed, cipher.getAuthTag()]);
}
