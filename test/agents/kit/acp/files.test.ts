// Files in prompts to an ACP agent: inside where it has said that it takes them, else as links.
import { expect, test } from "vitest";
import { AcpTalk } from "../../../kit/acp-talk.ts";

const file = (name: string, mediaType: string, bytes = 5) => ({
  ...{ name, mediaType, bytes, path: `/files/2-1/${name}` },
  base64: () => Buffer.from("words").toString("base64"),
});

function sent(promptCapabilities: object, text: string, ...files: ReturnType<typeof file>[]): unknown {
  const talk = new AcpTalk();
  talk.answer({ protocolVersion: 1, agentCapabilities: { promptCapabilities } });
  talk.answer({ sessionId: "00000000-0000-4000-8000-000000000007" });
  const { writes } = talk.driver.deliver(talk.state, { promptId: "p1", text, files });
  return JSON.parse(writes[0] ?? "").params.prompt;
}

const link = (name: string, mimeType: string, size = 5) => ({
  ...{ type: "resource_link", uri: `file:///files/2-1/${name}`, name, mimeType, size },
});
const words = { type: "text", text: "look" };
const everything = { image: true, embeddedContext: true };

test("[M-28] an agent that has said nothing gets links", () => {
  expect(sent({}, "look", file("a.png", "image/png"), file("a b.md", "text/markdown"))).toEqual([
    words,
    link("a.png", "image/png"),
    { ...link("a b.md", "text/markdown"), uri: "file:///files/2-1/a%20b.md" },
  ]);
});

test("[M-28] images and texts are inside where the agent takes that; the rest stays a link", () => {
  const uri = "file:///files/2-1";
  const files = [
    file("a.png", "image/png"),
    file("a.json", "application/json"),
    file("a.pdf", "application/pdf"),
    file("a.svg", "image/svg+xml"),
    file("long.txt", "text/plain", 1_000_000),
  ];
  expect(sent(everything, "look", ...files)).toEqual([
    words,
    { type: "image", mimeType: "image/png", data: "d29yZHM=", uri: `${uri}/a.png` },
    { type: "resource", resource: { uri: `${uri}/a.json`, mimeType: "application/json", text: "words" } },
    link("a.pdf", "application/pdf"),
    { type: "resource", resource: { uri: `${uri}/a.svg`, mimeType: "image/svg+xml", text: "words" } },
    link("long.txt", "text/plain", 1_000_000),
  ]);
});

test("[M-28] files need no words", () => {
  expect(sent(everything, "", file("a.pdf", "application/pdf"))).toEqual([link("a.pdf", "application/pdf")]);
});
