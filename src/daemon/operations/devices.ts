// The devices that use the page: signing in with a code, signing out, and being signed out.
import type { DeviceAnswer } from "../../protocol/index.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { clientName } from "../http/visitor.ts";
import { Refusal } from "../refusal.ts";
import { endedCookie } from "../web/cookie.ts";
import { describeDevice } from "../web/describe-device.ts";
import type { Device } from "../web/devices.ts";
import { CODE_MINUTES, MAX_WRONG_TRIES } from "../web/sign-in-codes.ts";

type Operations = "signIn" | "signOut" | "devices" | "revokeDevices";

const WHY = {
  used: "This code was used already: each is good for one sign-in.",
  expired: `This code has expired: each is valid for ${CODE_MINUTES} minutes.`,
  guessed: `${MAX_WRONG_TRIES} wrong codes were typed, so this one is not accepted any more.`,
  unknown: "This is not a code of this daemon.",
} as const;

export const deviceHandlers = ({ web, attention }: DaemonContext): Pick<Handlers, Operations> => ({
  signIn({ body: { code, as = "browser" }, guest, request, response }) {
    if (!guest) throw notAtSocket("sign in");
    const found = web.tryCode({ code, address: guest.address, response });
    if (found !== "valid")
      throw new Refusal("code_invalid", `${WHY[found]} Run \`skein web\` on the machine for a new one.`, {
        reason: found,
      });
    const known = guest.device === null || as === "program" ? undefined : web.devices.get(guest.device);
    // The same browser again: it still has its cookie, but may have lost its key.
    if (known) {
      const renewed = guest.hasKey ? {} : { key: web.devices.renewKey(known.id) };
      return { device: shown(known, known.id), ...renewed };
    }
    const browser = describeDevice(request.headers["user-agent"] ?? "");
    const facts =
      as === "browser" ? browser : { name: clientName(request).name ?? "A program", kind: "program" as const };
    const { device, secret, key, cookie, dropped } = web.signIn({ ...facts, from: guest.address }, guest);
    attention.push.unsubscribe(dropped);
    if (key === null) return { device: shown(device, device.id), token: secret };
    response.setHeader("set-cookie", cookie);
    return { device: shown(device, device.id), key };
  },

  signOut({ guest, response }) {
    if (!guest?.device) throw notAtSocket("sign out");
    web.revoke([guest.device], response);
    attention.push.unsubscribe([guest.device]);
    response.setHeader("set-cookie", endedCookie({ port: web.status().port ?? 0, isSecure: guest.isSecure }));
    return { state: "signed_out" };
  },

  devices: ({ guest }) => ({ items: web.devices.list().map((device) => shown(device, guest?.device)) }),

  revokeDevices({ body: { devices }, response }) {
    const ids = devices ?? web.devices.list().map(({ id }) => id);
    const unknown = ids.find((id) => !web.devices.get(id));
    if (unknown !== undefined) throw new Refusal("device_not_found", `No device has the id "${unknown}".`);
    const revoked = [...web.revoke(ids, response)];
    attention.push.unsubscribe(ids);
    return { revoked };
  },
});

const shown = ({ hash: _, keyHash: __, ...device }: Device, own: string | null | undefined): DeviceAnswer => ({
  ...device,
  isThis: device.id === own,
});

const notAtSocket = (what: string): Refusal =>
  new Refusal("not_allowed", `Only a device at the page's address can ${what}; whoever calls the socket is its owner.`);
