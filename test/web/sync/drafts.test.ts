import { expect, test } from "vitest";
import { Drafts } from "../../../src/web/sync/drafts.ts";
import type { Attachment } from "../../../src/web/sync/outbox/outbox-entry.ts";
import { until } from "../../kit/until.ts";

/** A browser: what it keeps is shared by its tabs, and the person is in one of them. */
class Browser {
  readonly texts = new Map<string, string>();
  readonly files = new Map<string, { session: string; attachments: readonly Attachment[] }>();
  readonly tabs: Drafts[] = [];
  inUse: Drafts | null = null;
  trouble: string | null = null;
  isFull = false;
  #due: (() => void)[] = [];

  openTab(): Drafts {
    const { texts, files } = this;
    const tab: Drafts = new Drafts({
      texts: {
        get: (key) => texts.get(key) ?? null,
        set: (key, value) => {
          if (this.isFull) throw new DOMException("full", "QuotaExceededError");
          if (value === null) texts.delete(key);
          else texts.set(key, value);
          for (const other of this.tabs) if (other !== tab) other.hearText(key);
        },
      },
      files: {
        get: async (session) => files.get(session),
        put: async (session, kept) => void files.set(session, kept),
        remove: async (session) => void files.delete(session),
      },
      soon: (action) => {
        this.#due.push(action);
        return () => {
          this.#due = this.#due.filter((other) => other !== action);
        };
      },
      isInUse: () => this.inUse === tab,
      announceFiles: (session) => {
        for (const other of this.tabs) if (other !== tab) void other.hearFiles(session);
      },
      onFailure: (why) => {
        this.trouble = why;
      },
    });
    this.tabs.push(tab);
    return tab;
  }

  /** A moment passes. */
  pass(): void {
    for (const action of this.#due.splice(0)) action();
  }
}

const picture: Attachment = { id: "a", name: "a.png", mediaType: "image/png", content: new Blob(["picture"]) };

test("a draft is there again after a reload, with its caret and files, and gone once it was sent", async () => {
  const browser = new Browser();
  const draft = browser.openTab().of("s");
  draft.write("hello", 3);
  draft.attach([picture]);
  browser.pass();
  const next = browser.openTab().of("s");
  expect([next.text.value, next.caret]).toEqual(["hello", 3]);
  await until("its files", () => next.attachments.value.length === 1);
  next.clear();
  expect([browser.texts.size, browser.files.size]).toEqual([0, 0]);
});

test("what was typed in the last moment is written when the page is hidden", () => {
  const browser = new Browser();
  const tab = browser.openTab();
  tab.of("s").write("hel", 3);
  tab.flush();
  expect(browser.openTab().of("s").text.value).toBe("hel");
});

test("a tab in which nobody types shows what is typed in another one; under somebody's hands nothing changes", () => {
  const browser = new Browser();
  const [here, there] = [browser.openTab(), browser.openTab()];
  browser.inUse = here;
  here.of("s").write("mine", 4);
  const seen = there.of("s");
  browser.pass();
  expect(seen.text.value).toBe("mine");
  seen.write("theirs", 6);
  browser.pass();
  expect(here.of("s").text.value).toBe("mine");
});

test("a browser that stores nothing is reported, and the draft stays in the page", () => {
  const browser = new Browser();
  browser.isFull = true;
  const draft = browser.openTab().of("s");
  draft.write("hello", 5);
  browser.pass();
  expect([draft.text.value, browser.trouble]).toEqual(["hello", "QuotaExceededError"]);
});

test.for(["null", "5", '"text"', "[]", '{"text":5}', '{"text":null}', '{"text":{},"caret":{}}', '{"caret":"x"}', "{"])(
  "a kept draft that is none counts as none: %s",
  (kept) => {
    const browser = new Browser();
    browser.texts.set("skein:draft:s", kept);
    const draft = browser.openTab().of("s");
    expect([draft.text.value, draft.caret]).toEqual(["", 0]);
  },
);

test("of kept files those that are none are left out", async () => {
  const browser = new Browser();
  const attachments = [null, 5, { name: null }, { ...picture, content: "text" }, picture] as unknown as Attachment[];
  browser.files.set("s", { session: "s", attachments });
  browser.files.set("other", 5 as never);
  const tab = browser.openTab();
  await until("the file", () => tab.of("s").attachments.value.length > 0);
  expect(tab.of("s").attachments.value).toEqual([picture]);
  expect(tab.of("other").attachments.value).toEqual([]);
});
