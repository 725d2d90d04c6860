// What the compiler does not know of the page by itself.
declare module "*.css";

/** The address of the shared worker's program; the build puts it in. */
declare const SHARED_WORKER: string;

/** The address of the program that colours code; the build puts it in. */
declare const HIGHLIGHT_WORKER: string;

/** In an exported file that program is one script, which has no modules to load. The build puts it in. */
declare const HIGHLIGHT_WORKER_TYPE: "module" | "classic";

/** The address of the styles that an open session has besides those of the page; the build puts it in. */
declare const SESSION_STYLE: string;

/** The address of the styles of the usage page; the build puts it in. */
declare const USAGE_STYLE: string;

/** The same for the changes of a session. */
declare const CHANGES_STYLE: string;

/** Node's fetch wants it for a body that streams; the DOM's types don't have it. */
interface RequestInit {
  duplex?: "half";
}
