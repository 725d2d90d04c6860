// The page's door: opening and closing it.
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { CODE_MINUTES } from "../web/sign-in-codes.ts";

export const webHandlers = ({ web }: DaemonContext): Pick<Handlers, "openWeb" | "closeWeb" | "webStatus"> => ({
  async openWeb({ body: { port } }) {
    const opened = await web.open(port);
    const { addresses } = web.status();
    const code = web.codes.open();
    // In the fragment, which browsers send to nobody and write in no log.
    return { url: `${addresses[0]?.url}#code=${code}`, port: opened, minutes: CODE_MINUTES, addresses };
  },

  async closeWeb() {
    await web.close();
    return { state: "closed" };
  },

  webStatus: () => web.status(),
});
