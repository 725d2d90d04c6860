// Where a body ends: lengths, chunks, and what stands behind them.
import { ask, get, type OddRequest, post } from "./odd-request.ts";

const prompts = "/v1/sessions/SESSION/prompts";
const chunked = "transfer-encoding: chunked";
const asChunk = (body: string): string => `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`;
const hidden = "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";
const open = "GET /healthz HTTP/1.1\r\nhost: skein\r\n\r\n";

export const framing: readonly OddRequest[] = [
  ["two lengths that differ", post(prompts, ["content-length: 2", "content-length: 5"], "{}   "), "400"],
  ["two lengths that agree", post(prompts, ["content-length: 2", "content-length: 2"], "{}"), "400"],
  ["two lengths in one", post(prompts, ["content-length: 2, 2"], "{}"), "400"],
  ["a negative length", post(prompts, ["content-length: -2"], "{}"), "400"],
  ["a length with a plus", post(prompts, ["content-length: +2"], "{}"), "400"],
  ["a length in hex", post(prompts, ["content-length: 0x2"], "{}"), "400"],
  ["a fraction of a length", post(prompts, ["content-length: 2.0"], "{}"), "400"],
  ["a length with a space in it", post(prompts, ["content-length: 2 2"], "{}"), "400"],
  ["no length in the header of it", post(prompts, ["content-length:"], "{}"), "400"],
  ["a length beyond all numbers", post(prompts, [`content-length: ${"9".repeat(30)}`], "{}"), "400"],
  ["a length of more than may come", post(prompts, ["content-length: 99999999"], "{}"), "413 too_large"],
  ["a file's length of more than may come", `${ask("POST /v1/blobs", "content-length: 99999999999")}`, "413 too_large"],
  ["a body where none belongs", `${get("/healthz", "content-length: 2")}{}`, "200"],
  ["no body, no length", ask(`POST ${prompts}`, "content-type: application/json"), "400 invalid_body"],
  ["no body, length 0", post(prompts, ["content-length: 0"], ""), "400 invalid_body"],
  ["length and chunks", post(prompts, ["content-length: 4", chunked], "0\r\n\r\n"), "400"],
  ["chunks and length", post(prompts, [chunked, "content-length: 4"], "0\r\n\r\n"), "400"],
  ["chunks of no bytes", post(prompts, [chunked], "0\r\n\r\n"), "400 invalid_body"],
  ["chunks in capitals", post(prompts, ["Transfer-Encoding: CHUNKED"], `${asChunk("{}")}0\r\n\r\n`), "400 id_required"],
  ["chunks twice", post(prompts, ["transfer-encoding: chunked, chunked"], "0\r\n\r\n"), "400"],
  ["chunks in two headers", post(prompts, [chunked, chunked], "0\r\n\r\n"), "400"],
  ["an encoding that is not chunked", post(prompts, ["transfer-encoding: gzip"], "{}"), "400"],
  ["an encoding behind chunked", post(prompts, ["transfer-encoding: chunked, identity"], "0\r\n\r\n"), "400"],
  ["an encoding that only looks like it", post(prompts, ["transfer-encoding: xchunked"], "0\r\n\r\n"), "400"],
  ["an encoding with a vertical tab", post(prompts, ["transfer-encoding: \x0bchunked"], "0\r\n\r\n"), "400"],
  ["an encoding with a space before the colon", post(prompts, ["transfer-encoding : chunked"], "0\r\n\r\n"), "400"],
  ["a chunk of no number", post(prompts, [chunked], "zz\r\n{}\r\n0\r\n\r\n"), "400"],
  ["a negative chunk", post(prompts, [chunked], "-2\r\n{}\r\n0\r\n\r\n"), "400"],
  ["a chunk in 0x", post(prompts, [chunked], "0x2\r\n{}\r\n0\r\n\r\n"), "400"],
  ["a chunk beyond all numbers", post(prompts, [chunked], "fffffffffffffffff\r\n{}\r\n"), "400"],
  ["a chunk that is longer than it says", post(prompts, [chunked], "1\r\n{}\r\n0\r\n\r\n"), "400"],
  ["a chunk that is shorter than it says", post(prompts, [chunked], "9\r\n{}\r\n0\r\n\r\n"), "CUT 400"],
  ["chunks without an end", post(prompts, [chunked], asChunk("{}")), "CUT 400"],
  ["a chunk with an extension", post(prompts, [chunked], "2;a=b\r\n{}\r\n0\r\n\r\n"), "400 id_required"],
  ["a chunk with an extension of 20 KB", post(prompts, [chunked], `2;${"a".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`), "413"],
  ["chunks with a trailer", post(prompts, [chunked], `${asChunk("{}")}0\r\nx-a: b\r\n\r\n`), "400 id_required"],
  ["a trailer that is a length", post(prompts, [chunked], `${asChunk("{}")}0\r\ncontent-length: 9\r\n\r\n`), "400"],
  [
    "one byte at a time in 2,000 chunks",
    post(prompts, [chunked], `${asChunk(" ").repeat(2000)}${asChunk("{}")}0\r\n\r\n`),
    "400 id_required",
  ],
  ["a body that ends early", post(prompts, ["content-length: 100"], "{}"), "CUT 400"],
  ["headers that end early", "GET /v1 HTTP/1.1\r\nhost: sk", "CUT 400"],
  [
    "a second request in the body of the first",
    `POST ${prompts} HTTP/1.1\r\nhost: skein\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${hidden.length}\r\n\r\n${hidden}`,
    "400 invalid_body",
  ],
  ["a request behind one that closes", `${get("/healthz")}${hidden}`, "200"],
  ["two requests at once", `${open}${get("/healthz")}`, "200 200"],
  ["thirty requests at once", `${open.repeat(29)}${get("/healthz")}`, Array(30).fill("200").join(" ")],
  ["noise behind a request", `${open}\x01\x02\x03\r\n\r\n`, "200"],
  [
    "a refusal and a request at once",
    `GET /nothing HTTP/1.1\r\nhost: skein\r\n\r\n${get("/healthz")}`,
    "404 200 route_not_found",
  ],
  [
    "a body that was not read, and a request behind it",
    `POST /nothing HTTP/1.1\r\nhost: skein\r\ncontent-length: 5\r\n\r\nhello${get("/healthz")}`,
    "404 200 route_not_found",
  ],
  ["a packed body", post(prompts, ["content-length: 3", "content-encoding: gzip"], "\x1f\x0b\x08"), "400 invalid_body"],
  ["an expected 100", post(prompts, ["content-length: 2", "expect: 100-continue"], "{}"), "100 400 id_required"],
];
