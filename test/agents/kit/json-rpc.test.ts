import fc from "fast-check";
import { expect, test } from "vitest";
import { parseRpcLine, rpcError, rpcNotification, rpcRequest, rpcResult } from "../../../src/agents/kit/json-rpc.ts";

test("a message is recognised by its fields, with or without the name of the protocol", () => {
  expect(parseRpcLine('{"jsonrpc":"2.0","id":0,"method":"m","params":[1]}')).toEqual({
    kind: "request",
    id: 0,
    method: "m",
    params: [1],
  });
  expect(parseRpcLine('{"method":"m"}')).toEqual({ kind: "notification", method: "m", params: undefined });
  expect(parseRpcLine('{"id":"a","result":null}')).toEqual({ kind: "result", id: "a", result: null });
  const error = { code: -32000, message: "no" };
  expect(parseRpcLine(JSON.stringify({ id: 7, error }))).toEqual({ kind: "error", id: 7, error });
  expect(parseRpcLine(JSON.stringify({ id: null, error }))).toEqual({ kind: "error", id: null, error });
});

test.for([
  "",
  "null",
  "7",
  "[]",
  "{}",
  '{"id":1}',
  '{"result":1}',
  '{"id":1,"error":"no"}',
  '{"id":{},"result":1}',
  "{",
  '{"id":1e999,"result":1}',
])("%j means nothing", (line) => {
  expect(parseRpcLine(line)).toBeNull();
});

test.for(["null", "{}", "1.5", "1e999", "9007199254740993"])("a request under the id %s can't be answered", (id) => {
  expect(parseRpcLine(`{"id":${id},"method":"m"}`)).toEqual({ kind: "unanswerable", method: "m" });
});

test("numbers of a question that can't be read as they were written stay as they were written", () => {
  const params = '{"exact":[7,1.5,9007199254740991,1e3,"9007199254740993"],"others":[9007199254740993,-1e999]}';
  expect(parseRpcLine(`{"id":1,"method":"m","params":${params}}`)).toMatchObject({
    params: {
      exact: [7, 1.5, 9007199254740991, 1000, "9007199254740993"],
      others: ["9007199254740993", "-1e999"],
    },
  });
});

test("a line is read however deep it is", () => {
  const deep = `${"[".repeat(100_000)}9007199254740993${"]".repeat(100_000)}`;
  expect(parseRpcLine(`{"id":1,"method":"m","params":${deep}}`)).toMatchObject({ kind: "request", id: 1 });
});

test("what is written is one line, and reads as what it was", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const params = { text };
      const lines = [
        rpcRequest({ id: "a", method: "m", params }),
        rpcNotification({ method: "m", params }),
        rpcResult({ id: 1, result: params }),
        rpcError({ id: 1, error: { code: 1, message: text } }),
      ];
      expect(lines.filter((line) => /[\r\n]/.test(line))).toEqual([]);
      expect(lines.map(parseRpcLine)).toEqual([
        { kind: "request", id: "a", method: "m", params },
        { kind: "notification", method: "m", params },
        { kind: "result", id: 1, result: params },
        { kind: "error", id: 1, error: { code: 1, message: text } },
      ]);
    }),
  );
});
