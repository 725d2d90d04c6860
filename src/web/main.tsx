// Where the page begins: takes the code out of the address, signs in with it, and shows the app.
import { render } from "preact";
import { Skein } from "../client/index.ts";
import { openAccess } from "./app/access.ts";
import { listenForCodes, takeCode } from "./app/code-in-address.ts";
import { Root } from "./app/root.tsx";
import { routeIn } from "./page/location.ts";
import { prepareSession } from "./session/session-page.tsx";
import { keepPageKey, pageKey, pageTransport } from "./sync/page-key.ts";
import { watchedTransport } from "./sync/watched-transport.ts";
import "./styles/main.css";
import "./styles/sign-in.css";

const code = takeCode();
const root = document.getElementById("page");
if (root) {
  const transport = watchedTransport(pageTransport(pageKey), ({ kind }) => {
    if (kind === "failed") access.noAnswer();
  });
  const skein = new Skein({ transport, name: "web" });
  const access = openAccess({ skein, keepKey: keepPageKey });
  render(<Root access={access} />, root);
  void access.enter(code);
  listenForCodes(access);
  if (routeIn(window.location).kind === "session") {
    // Meanwhile: the session is drawn as soon as it is known that the browser is signed in.
    void prepareSession();
    skein.prepareView().catch(() => {});
  }
}
