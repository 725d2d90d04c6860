// Prints everything that happens in a session: what is in its log, and then what comes, whatever becomes of the connection meanwhile.
//   node examples/follow.mjs [session]        a name, an id or its beginning; without it the directory's session
import { connect } from "skein/client";

// Whoever reads may have enough, as `head` has.
process.stdout.on("error", () => process.exit());

const skein = connect({ name: "follow example" });
const { session } = await skein.resolve({ ref: process.argv[2], cwd: process.cwd() });

for await (const item of skein.follow(session.id, { after: 0 })) {
  if (item.kind === "event") console.log(`${item.event.seq} ${item.event.type} ${JSON.stringify(item.event.data)}`);
  else if (item.frame.frame === "caught_up") console.log(`-- that was the log up to ${item.frame.head}; now live`);
}
