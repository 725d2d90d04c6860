// Where the page begins: signs in if the address brought a code, connects, and shows the app.
import { render } from "preact";
import { App } from "./app/app.tsx";
import { openPage, PageContext } from "./page/page.ts";
import "./styles/main.css";

const root = document.getElementById("page");
if (root) {
  const page = openPage();
  render(
    <PageContext.Provider value={page}>
      <App />
    </PageContext.Provider>,
    root,
  );
}
