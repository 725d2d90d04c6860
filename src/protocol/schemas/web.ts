// Answers about the page and the devices that are signed in to it.
import * as z from "zod";

const address = z.object({
  url: z.string().describe("Where a browser finds the page."),
  reach: z.enum(["machine", "network"]).describe("`machine`: only from this machine. `network`: also from others."),
  via: z
    .enum(["loopback", "certificate", "proxy", "tailscale"])
    .describe("What keeps others from listening in. `certificate`: the daemon's own TLS."),
});
export type WebAddress = z.output<typeof address>;

export const webStatusAnswer = z
  .object({
    isOpen: z.boolean(),
    port: z.number().nullable().describe("The port that is kept for the page; null if it was never opened."),
    addresses: z.array(address).describe("Empty if the page is closed."),
    devices: z.number().describe("How many devices are signed in."),
    problem: z.string().nullable().describe("Why the page is not open as it should be; null if it is."),
  })
  .meta({ id: "WebStatusAnswer" });
export type WebStatusAnswer = z.output<typeof webStatusAnswer>;

export const openedWebAnswer = z
  .object({
    url: z.string().describe("The page, with a code in its fragment that signs one browser in."),
    port: z.number(),
    minutes: z.number().describe("How long the code is valid, if it is not used before."),
    addresses: z.array(address),
  })
  .meta({ id: "OpenedWebAnswer" });
export type OpenedWebAnswer = z.output<typeof openedWebAnswer>;

export const pairAnswer = z
  .object({
    url: z.string().describe("The page for other machines, with a code in its fragment that signs one device in."),
    code: z.string().describe("The same for typing, such as `abcd-2345`. Five wrong tries end it."),
    minutes: z.number().describe("How long both are valid, if neither is used before."),
  })
  .meta({ id: "PairAnswer" });
export type PairAnswer = z.output<typeof pairAnswer>;

export const closedWebAnswer = z.object({ state: z.literal("closed") }).meta({ id: "ClosedWebAnswer" });
export type ClosedWebAnswer = z.output<typeof closedWebAnswer>;

export const deviceKinds = ["computer", "phone", "tablet", "program"] as const;

const device = z.object({
  id: z.string(),
  name: z.string().describe("Made from what its browser says of itself, such as `Firefox on Linux`."),
  kind: z.enum(deviceKinds),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  from: z.string().describe("The network address that it was last seen at."),
  isThis: z.boolean().describe("The request came from this device."),
});
export type DeviceAnswer = z.output<typeof device>;

export const deviceList = z.object({ items: z.array(device) }).meta({ id: "DeviceList" });
export type DeviceList = z.output<typeof deviceList>;

export const signInAnswer = z
  .object({
    device,
    token: z
      .string()
      .exactOptional()
      .describe("Of a program: send it as `Authorization: Bearer`. A browser gets a cookie and a key instead."),
    key: z
      .string()
      .exactOptional()
      .describe(
        "Of a browser: its cookie counts only with this in the header `skein-key`. Browsers send cookies to every port of a host; only pages of this address have the key.",
      ),
  })
  .meta({ id: "SignInAnswer" });
export type SignInAnswer = z.output<typeof signInAnswer>;

export const signOutAnswer = z.object({ state: z.literal("signed_out") }).meta({ id: "SignOutAnswer" });
export type SignOutAnswer = z.output<typeof signOutAnswer>;

export const revokedAnswer = z
  .object({ revoked: z.array(z.string()).describe("The ids of the devices that are signed out.") })
  .meta({ id: "RevokedAnswer" });
export type RevokedAnswer = z.output<typeof revokedAnswer>;
