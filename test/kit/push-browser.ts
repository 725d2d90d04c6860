// A browser's side of push messages: its keys, and reading what was encrypted for them (RFC 8291).
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

export interface PushBrowser {
  readonly keys: { p256dh: string; auth: string };
  /** Throws unless the message was encrypted for this browser. */
  read(message: Buffer): string;
}

export function newBrowser(): PushBrowser {
  const own = createECDH("prime256v1");
  const point = own.generateKeys();
  const auth = randomBytes(16);
  const derive = (salt: Buffer, input: Buffer, info: Buffer | string, length: number): Buffer =>
    Buffer.from(hkdfSync("sha256", input, salt, info, length));
  return {
    keys: { p256dh: point.toString("base64url"), auth: auth.toString("base64url") },
    read(message) {
      const salt = message.subarray(0, 16);
      const sender = message.subarray(21, 21 + message.readUInt8(20));
      const sealed = message.subarray(21 + sender.length);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), point, sender]);
      const input = derive(auth, own.computeSecret(sender), info, 32);
      const key = derive(salt, input, "Content-Encoding: aes128gcm\0", 16);
      const nonce = derive(salt, input, "Content-Encoding: nonce\0", 12);
      const decipher = createDecipheriv("aes-128-gcm", key, nonce);
      decipher.setAuthTag(sealed.subarray(-16));
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      const end = padded.findLastIndex((byte) => byte !== 0);
      if (padded[end] !== 2) throw new Error("the last record does not end as it must");
      return padded.subarray(0, end).toString("utf8");
    },
  };
}
