// Push messages to the device that asks: what it gets, for what, and one for a try.
import type { PushAnswer } from "../../protocol/index.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import type { Guest } from "../http/visitor.ts";
import { Refusal } from "../refusal.ts";

type Operations = "push" | "subscribePush" | "unsubscribePush" | "testPush";

const WRONG = {
  endpoint: "`endpoint` is not the address of a push service: https, a name, no port.",
  keys: "`keys` are not the keys of a browser's subscription.",
} as const;

export function pushHandlers({ attention: { push }, clock, web }: DaemonContext): Pick<Handlers, Operations> {
  const shown = (device: string): PushAnswer => {
    const subscription = push.subscriptionOf(device);
    return {
      publicKey: push.publicKey,
      subscription: subscription && {
        endpoint: subscription.endpoint,
        kinds: subscription.kinds,
        remindMinutes: subscription.remindMinutes,
      },
    };
  };

  return {
    push: ({ guest }) => shown(deviceOf(guest)),

    subscribePush({ body: { id: _, ...wanted }, guest, request }) {
      const device = deviceOf(guest);
      const wrong = push.subscribe({ device, ...wanted, origin: request.headers.origin ?? "" });
      if (wrong !== null) throw new Refusal("invalid_body", WRONG[wrong]);
      return shown(device);
    },

    unsubscribePush({ guest }) {
      const device = deviceOf(guest);
      push.unsubscribe([device]);
      return shown(device);
    },

    testPush({ guest }) {
      const device = deviceOf(guest);
      if (!push.subscriptionOf(device)) throw new Refusal("not_subscribed", "This device gets no push messages.");
      const at = clock.now();
      const name = web.devices.get(device)?.name ?? "this device";
      const text = `Notifications reach ${name}.`;
      push.test(device, { id: `test:${at}`, kind: "finished", session: "", seq: 0, name: "Skein", text, at });
      return { state: "sent" };
    },
  };
}

function deviceOf(guest: Guest | null): string {
  if (guest?.device) return guest.device;
  throw new Refusal("not_allowed", "Push messages go to devices that are signed in to the page; this caller is none.");
}
