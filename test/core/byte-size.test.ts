import { expect, test } from "vitest";
import { byteSize } from "../../src/core/text/byte-size.ts";

const KB = 1024;
const MB = 1024 * KB;
const GB = 1024 * MB;

test.for<[bytes: number, text: string]>([
  [0, "0 bytes"],
  [1, "1 byte"],
  [1023, "1023 bytes"],
  [KB, "1 KB"],
  [KB + 1, "2 KB"],
  [640 * KB, "640 KB"],
  [MB - 1, "1 MB"],
  [MB, "1 MB"],
  [2.5 * MB, "2.5 MB"],
  [20 * MB, "20 MB"],
  [99.96 * MB, "100 MB"],
  [128.4 * MB, "128 MB"],
  [999.4 * MB, "999 MB"],
  [1000 * MB, "1 GB"],
  [1.44 * GB, "1.4 GB"],
  [8 * GB, "8 GB"],
  [2345 * GB, "2345 GB"],
])("%d bytes are %s for people", ([bytes, text]) => {
  expect(byteSize(bytes)).toBe(text);
});
