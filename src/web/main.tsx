// Where the page begins: takes the code out of the address, signs in with it, and shows the app.
import { render } from "preact";
import { Skein } from "../client/index.ts";
import { openAccess, takeCode } from "./app/access.ts";
import { Root } from "./app/root.tsx";
import { routeIn } from "./page/location.ts";
import { prepareSession } from "./session/session-page.tsx";
import { pageKey, pageTransport } from "./sync/page-key.ts";
import "./styles/main.css";
import "./styles/sign-in.css";

const code = takeCode();
const root = document.getElementById("page");
if (root) {
  const skein = new Skein({ transport: pageTransport(pageKey), name: "web" });
  const access = openAccess(skein);
  render(<Root access={access} />, root);
  void access.enter(code);
  if (routeIn(window.location).kind === "session") {
    // Meanwhile: the session is drawn as soon as it is known that the browser is signed in.
    void prepareSession();
    skein.prepareView().catch(() => {});
  }
}
