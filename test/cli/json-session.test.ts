// Answers for programs: whatever else they say of a session, its id is always found in the same place.
import { expect, test } from "vitest";
import { asks, cliDaemon, done, text } from "./cli-daemon.ts";

/** A session called api that has said something and rests. */
async function rested() {
  const cli = await cliDaemon();
  const { session, agent } = await cli.daemon.working("go");
  await cli.daemon.client.rename(session, "api");
  agent.say(text("ok"), done);
  await cli.daemon.event(session, ({ type }) => type === "turn_end");
  return { ...cli, session, agent };
}

test.for([
  "attach api",
  "show api",
  "show api --commands",
  "last api",
  "wait api",
  "verify api",
  "queue api",
  "queue api hold",
  "send api later --hold",
  "use api",
  "limit api",
  "set-mode api",
  "set-mode api plan",
  "set-model api",
  "set-model api large",
  "rename api web",
  "restart api",
  "ack api",
  "kill api",
  "archive api",
  "delete api",
  "policy test api",
])("skein %s", async (line) => {
  const { run, session } = await rested();
  const { code, out, err } = await run([...line.split(" "), "--json"]);
  expect([code, err]).toEqual([0, ""]);
  expect(JSON.parse(out)).toMatchObject({ v: 1, sessionId: session });
});

test.for(["new", "clear api", "fork api"])("the session that skein %s makes", async (line) => {
  const { run } = await rested();
  const { session, sessionId } = JSON.parse((await run([...line.split(" "), "--detach", "--json"])).out);
  expect(sessionId).toBe(session.id);
});

test("each of several, a question and its answer", async () => {
  const { daemon, run, session, agent } = await rested();
  const other = await daemon.newSession("web");
  expect(
    JSON.parse((await run(["ls", "--json"])).out)
      .sessions.map((row: { sessionId: string }) => row.sessionId)
      .toSorted(),
  ).toEqual([session, other].toSorted());
  const several = JSON.parse((await run(["ack", "api", "web", "--json"])).out);
  expect(several.sessions).toMatchObject([{ sessionId: session }, { sessionId: other }]);
  await daemon.send(session, "go on");
  await daemon.event(session, ({ type, data }) => type === "turn_start" && data.turn === "t2");
  agent.say(asks("q1", "make"));
  await daemon.ofType(session, "permission");
  expect(JSON.parse((await run(["inbox", "--json"])).out).items).toMatchObject([{ sessionId: session }]);
  expect(JSON.parse((await run(["answer", "api", "1", "--question", "q1", "--json"])).out)).toMatchObject({
    sessionId: session,
  });
});

test("an error that names a session", async () => {
  const { run, session } = await rested();
  await run(["delete", "api"]);
  const { err } = await run(["show", session, "--json"]);
  expect(JSON.parse(err).error).toMatchObject({ sessionId: session });
});
