// What the tests find in their page: the library, connected, and a record of what a view and the page itself have said.
import * as library from "/client.mjs";

const complaints = [];
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
  complaints.push(`${violatedDirective} ${blockedURI}`),
);
addEventListener("error", ({ message }) => complaints.push(message));
addEventListener("unhandledrejection", ({ reason }) => complaints.push(String(reason)));

const skein = library.connect({ name: "page" });

/** A view, and everything that its listeners were told. */
async function watch(session, options) {
  const view = await skein.view(session, options);
  const seen = { view, from: view.lastSeenSeq, seqs: [], resets: [], words: [view.connection] };
  view.subscribe(({ events, reset }) => {
    if (reset) {
      seen.resets.push(reset);
      seen.seqs.length = 0;
    }
    seen.seqs.push(...events.map(({ seq }) => seq));
    if (view.connection !== seen.words.at(-1)) seen.words.push(view.connection);
  });
  return seen;
}

/** Here, since an `import()` in a test would be Vite's. */
const load = (path) => import(path);

Object.assign(globalThis, { library, skein, watch, load, complaints });
globalThis.isReady = true;
