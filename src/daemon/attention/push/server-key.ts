// The key by which push services know this daemon (VAPID, RFC 8292). A subscription belongs to the key that it was made with.
import { createECDH, createPrivateKey, type KeyObject, sign } from "node:crypto";

/** In base64url; the public one goes to browsers. */
export interface ServerKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Push services take at most a day. */
const VALID_SECONDS = 12 * 60 * 60;

export function newServerKey(): ServerKey {
  const pair = createECDH("prime256v1");
  const publicKey = pair.generateKeys().toString("base64url");
  // A private key that begins with zeros is shorter; JWK wants all of its 32 bytes.
  const bytes = pair.getPrivateKey();
  const privateKey = Buffer.concat([Buffer.alloc(32 - bytes.length), bytes]).toString("base64url");
  return { publicKey, privateKey };
}

/** Null if these are not a pair. */
export function readServerKey({ publicKey, privateKey }: ServerKey): ServerKey | null {
  try {
    const pair = createECDH("prime256v1");
    pair.setPrivateKey(Buffer.from(privateKey, "base64url"));
    return pair.getPublicKey().toString("base64url") === publicKey ? { publicKey, privateKey } : null;
  } catch {
    return null;
  }
}

function keyObject({ publicKey, privateKey }: ServerKey): KeyObject {
  const point = Buffer.from(publicKey, "base64url");
  const x = point.subarray(1, 33).toString("base64url");
  const y = point.subarray(33).toString("base64url");
  return createPrivateKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y, d: privateKey } });
}

const json = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** The header that proves to the endpoint's service who sends. `contact`: whom its people can write to, a `https:` or `mailto:` address. */
export function authorizationFor(
  key: ServerKey,
  { endpoint, contact, nowMs }: { endpoint: string; contact: string; nowMs: number },
): string {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(nowMs / 1000) + VALID_SECONDS, sub: contact };
  const signed = `${json({ typ: "JWT", alg: "ES256" })}.${json(claims)}`;
  const signature = sign("sha256", Buffer.from(signed), { key: keyObject(key), dsaEncoding: "ieee-p1363" });
  return `vapid t=${signed}.${signature.toString("base64url")}, k=${key.publicKey}`;
}
