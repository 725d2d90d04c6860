// Shows the app to signed-in users, and the sign-in form to others.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { openPage, type Page, PageContext } from "../page/page.ts";
import type { Access } from "./access.ts";
import { App } from "./app.tsx";
import { SignIn } from "./sign-in.tsx";

export function Root({ access }: { readonly access: Access }): JSX.Element | null {
  const state = access.state.value;
  if (state.kind === "checking") return null;
  if (state.kind === "in") return <SignedIn />;
  return <SignIn why={state.why} isTrying={state.isTrying} enter={(code) => void access.enter(code)} />;
}

/** Opens the connection to the daemon, only after the sign-in. */
function SignedIn(): JSX.Element | null {
  const [page, setPage] = useState<Page | null>(null);
  useEffect(() => setPage(openPage()), []);
  return (
    page && (
      <PageContext.Provider value={page}>
        <App />
      </PageContext.Provider>
    )
  );
}
