// Sends a prompt to the directory's session, waits until it is done, and prints what the agent said.
//   node examples/ask.mjs "what does this project do?"
import { connect } from "skein/client";

// Whoever reads may have enough, as `head` has.
process.stdout.on("error", () => process.exit());

const words = process.argv.slice(2).join(" ");
if (words === "") throw new Error('Say what to ask: node examples/ask.mjs "what does this project do?"');

const skein = connect({ name: "ask example" });
const { session } = await skein.attach({ cwd: process.cwd(), env: { ...process.env } });
const view = await skein.view(session.id);

const { promptId } = await view.send(words);
const outcome = () => view.state.prompt.recent.find((one) => one.promptId === promptId && one.state !== "delivered");
const question = () => view.state.permission.open.find((one) => one.state === "asked");
await view.until(() => outcome() !== undefined || question() !== undefined);

const { blocks } = view.transcript;
const asked = blocks.findIndex((block) => block.kind === "prompt" && block.promptId === promptId);
for (const block of blocks.slice(asked + 1)) if (block.kind === "message") console.log(block.text);
if (!outcome()) console.log(`It waits for an answer: ${question()?.title}\nGive it with: skein inbox`);

process.exitCode = outcome()?.state === "done" ? 0 : 1;
view.close();
