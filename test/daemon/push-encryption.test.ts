// What push services and browsers must understand: encryption by RFC 8291, the proof of the sender by RFC 8292.
import { createPublicKey, verify } from "node:crypto";
import { expect, test } from "vitest";
import { areUsable, encrypt, MAX_MESSAGE_BYTES } from "../../src/daemon/attention/push/encrypt.ts";
import { isPushEndpoint } from "../../src/daemon/attention/push/send-push.ts";
import { authorizationFor, newServerKey, readServerKey } from "../../src/daemon/attention/push/server-key.ts";
import { newBrowser } from "../kit/push-browser.ts";

const bytes = (text: string): Buffer => Buffer.from(text, "base64url");

/** The example of RFC 8291, section 5. */
const example = {
  text: "When I grow up, I want to be a watermelon",
  keys: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
  salt: "DGv6ra1nlYgDCS1FRnbzlw",
  privateKey: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  sealed:
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};

test("a message is encrypted as in the example of RFC 8291", () => {
  const ephemeral = { salt: bytes(example.salt), privateKey: bytes(example.privateKey) };
  expect(encrypt(Buffer.from(example.text), example.keys, { ephemeral }).toString("base64url")).toBe(example.sealed);
});

test("messages of different lengths look alike, and the browser reads what was sent", () => {
  const browser = newBrowser();
  const sealed = ["", "a", "ü".repeat(400)].map((text) => encrypt(Buffer.from(text), browser.keys, { padTo: 1024 }));
  expect(new Set(sealed.map(({ length }) => length)).size).toBe(1);
  expect(sealed.map(browser.read)).toEqual(["", "a", "ü".repeat(400)]);
  const longest = "x".repeat(MAX_MESSAGE_BYTES);
  const full = encrypt(Buffer.from(longest), browser.keys);
  expect([full.length, browser.read(full)]).toEqual([4096, longest]);
  expect(() => encrypt(Buffer.from(`${longest}x`), browser.keys)).toThrow("at most");
});

test.for<[string, { p256dh: string; auth: string }]>([
  [
    "a point that is not on the curve",
    { ...example.keys, p256dh: bytes(example.keys.p256dh).fill(7, 1).toString("base64url") },
  ],
  ["a compressed point", { ...example.keys, p256dh: Buffer.alloc(33, 2).toString("base64url") }],
  ["nothing", { p256dh: "", auth: "" }],
  ["a short secret", { ...example.keys, auth: "AAAA" }],
])("%s is no key of a browser", ([, keys]) => {
  expect(areUsable(keys)).toBe(false);
});

test("the sender is proved for the endpoint's service, for half a day, by the key that browsers subscribed with", () => {
  const key = newServerKey();
  const nowMs = Date.parse("2026-01-01T00:00:00Z");
  const header = authorizationFor(key, { endpoint: "https://push.example/x/y", contact: "https://me.example", nowMs });
  const [, token = "", publicKey] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  expect(publicKey).toBe(key.publicKey);
  const [head = "", claims = "", signature = ""] = token.split(".");
  expect(JSON.parse(bytes(head).toString())).toEqual({ typ: "JWT", alg: "ES256" });
  expect(JSON.parse(bytes(claims).toString())).toEqual({
    aud: "https://push.example",
    exp: nowMs / 1000 + 12 * 3600,
    sub: "https://me.example",
  });
  const point = bytes(key.publicKey);
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url")) as [
    string,
    string,
  ];
  const publicJwk = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
  const check = { key: publicJwk, dsaEncoding: "ieee-p1363" as const };
  expect(verify("sha256", Buffer.from(`${head}.${claims}`), check, bytes(signature))).toBe(true);
});

test("keys that do not belong together are not used", () => {
  const [one, other] = [newServerKey(), newServerKey()];
  expect(readServerKey(one)).toEqual(one);
  expect(readServerKey({ ...one, privateKey: other.privateKey })).toBeNull();
  expect(readServerKey({ publicKey: "", privateKey: "" })).toBeNull();
});

test.for([
  ["https://fcm.googleapis.com/fcm/send/abc:def", true],
  ["https://updates.push.services.mozilla.com/wpush/v2/gAAA", true],
  ["https://web.push.apple.com/QGx", true],
  ["http://push.example/x", false],
  ["https://127.0.0.1/x", false],
  ["https://2130706433/x", false],
  ["https://[::1]/x", false],
  ["https://localhost/x", false],
  ["https://printer/x", false],
  ["https://a.localhost/x", false],
  ["https://push.example:8443/x", false],
  ["https://me:secret@push.example/x", false],
  ["file:///etc/passwd", false],
  [`https://push.example/${"x".repeat(2048)}`, false],
  ["", false],
] as const)("%s as the address of a push service: %s", ([endpoint, isTaken]) => {
  expect(isPushEndpoint(endpoint)).toBe(isTaken);
});
