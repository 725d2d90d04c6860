// Where an exported file begins: unpacks the session that it holds, and shows it.
import { render } from "preact";
import { readExported } from "../../view/index.ts";
import { explain } from "../page/explain.ts";
import { Exported } from "./exported.tsx";
import { ExportedSession } from "./exported-session.ts";
import { packedText } from "./packed-text.ts";
import "./exported.css";

async function show(root: HTMLElement): Promise<void> {
  const [session, highlight] = await Promise.all([packedText("session"), packedText("highlight")]);
  // There is no file that it could be loaded from.
  const worker = URL.createObjectURL(new Blob([highlight], { type: "text/javascript" }));
  Object.assign(globalThis, { HIGHLIGHT_WORKER: worker });
  render(<Exported session={new ExportedSession(readExported(session.split("\n")))} />, root);
}

document.getElementById("incomplete")?.remove();
const root = document.getElementById("page");
if (root)
  show(root).catch((error: unknown) =>
    render(
      <p class="failure" role="alert">
        This file can't be shown: {explain(error)}
      </p>,
      root,
    ),
  );
