// What the compiler does not know of the page by itself.
declare module "*.css";

/** Node's fetch wants it for a body that streams; the DOM's types don't have it. */
interface RequestInit {
  duplex?: "half";
}
