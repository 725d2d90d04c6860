// Whether a browser is signed in, also while nobody can say so.
import { expect, test } from "vitest";
import { ConnectionError } from "../../../src/client/index.ts";
import { ProblemError } from "../../../src/client-entry/lazy.ts";
import { openAccess } from "../../../src/web/app/access.ts";

const never = (): Promise<never> => new Promise(() => {});
const signedOut = new ProblemError({
  type: "about:blank",
  title: "",
  status: 401,
  retryable: false,
  code: "not_signed_in",
  detail: "",
});

const accessTo = (skein: Parameters<typeof openAccess>[0]["skein"]) => openAccess({ skein, keepKey: () => {} });

test("the page is shown as soon as the daemon does not answer, and not before", () => {
  const access = accessTo({ server: never, signIn: never });
  void access.enter(null);
  expect(access.state.value.kind).toBe("checking");
  access.noAnswer();
  expect(access.state.value.kind).toBe("in");
});

test("while a code is tried, no answer decides nothing", () => {
  const access = accessTo({ server: never, signIn: never });
  void access.enter("abcd");
  access.noAnswer();
  expect(access.state.value.kind).toBe("checking");
});

test("a daemon that answers late decides", async () => {
  const answer = Promise.withResolvers<never>();
  const access = accessTo({ server: () => answer.promise, signIn: never });
  const entered = access.enter(null);
  access.noAnswer();
  answer.reject(signedOut);
  await entered;
  expect(access.state.value.kind).toBe("out");
});

test("a daemon that never answers proves nothing", async () => {
  const server = (): Promise<never> => Promise.reject(new ConnectionError("lost", "no answer"));
  const access = accessTo({ server, signIn: never });
  await access.enter(null);
  expect(access.state.value.kind).toBe("in");
});
