// Where the page begins: takes the code out of the address, signs in with it, and shows the app.
import { render } from "preact";
import { Skein } from "../client/index.ts";
import { openAccess, takeCode } from "./app/access.ts";
import { Root } from "./app/root.tsx";
import { pageKey, pageTransport } from "./sync/page-key.ts";
import "./styles/main.css";
import "./styles/sign-in.css";

const code = takeCode();
const root = document.getElementById("page");
if (root) {
  const access = openAccess(new Skein({ transport: pageTransport(pageKey), name: "web" }));
  render(<Root access={access} />, root);
  void access.enter(code);
}
