// `npm start`: build, then open the directory that npm was called from; without a terminal, run the demo.
import { fileURLToPath } from "node:url";
import { build } from "./bundle.mjs";

await build();

const program = fileURLToPath(new URL("../dist/skein.cjs", import.meta.url));
const given = process.argv.slice(2);
const interactive = process.stdin.isTTY && process.stdout.isTTY;
process.argv.splice(1, Infinity, program, ...(given.length > 0 ? given : [interactive ? "." : "demo"]));
process.chdir(process.env.INIT_CWD ?? ".");

// In this process, so that signals, the terminal and the exit code need no passing on.
await import(program);
