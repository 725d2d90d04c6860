// Where the page begins: takes the code out of the address, signs in with it, and shows the app.
import { render } from "preact";
import { connect } from "../client-entry/lazy.ts";
import { openAccess, takeCode } from "./app/access.ts";
import { Entrance } from "./app/entrance.tsx";
import "./styles/main.css";
import "./styles/sign-in.css";

const code = takeCode();
const root = document.getElementById("page");
if (root) {
  const access = openAccess(connect({ name: "web" }));
  render(<Entrance access={access} />, root);
  void access.enter(code);
}
