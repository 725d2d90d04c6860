// The actions for a written prompt: send it, or, during a turn, queue it, steer with it, or replace the turn. Core decides which are refused.
import type { CommandOf, Rejection, SessionState } from "../../core/index.ts";
import { isBlockingTurn } from "../../core/without-folds.ts";

type PromptActionId = "send" | "queue" | "steer" | "interrupt";

export interface PromptAction {
  readonly id: PromptActionId;
  readonly name: string;
  /** What happens to the prompt. */
  readonly about: string;
  readonly key: string;
  /** Why it can't be done now; null if it can. */
  readonly refusal: string | null;
  readonly options: { readonly when?: "steer" | "interrupt" };
}

type PromptIntent = Omit<CommandOf<"prompt">, "promptId">;

/** What Enter does in the composer. */
export type EnterKey = "sends" | "newline";

const keys: Readonly<Record<EnterKey, Readonly<Record<PromptActionId, string>>>> = {
  sends: { send: "Enter", queue: "Enter", steer: "Alt+Enter", interrupt: "Mod+Enter" },
  newline: { send: "Mod+Enter", queue: "Mod+Enter", steer: "Alt+Enter", interrupt: "Mod+Shift+Enter" },
};

interface Written {
  readonly files: NonNullable<PromptIntent["files"]>;
  /** The text, if it begins with one of the agent's commands. */
  readonly command: string | null;
  readonly enterKey: EnterKey;
  /** Asks core why an intent is refused. */
  readonly why: (intent: PromptIntent) => Pick<Rejection, "detail"> | null;
}

/** The first one is the default. `state`: null while unknown; then a prompt can only be sent. */
export function promptActions(
  state: Pick<SessionState, "turn" | "permission"> | null,
  { files, command, enterKey, why }: Written,
): PromptAction[] {
  const intent: PromptIntent = {
    ...{ type: "prompt", text: command ?? "…", files },
    ...(command === null ? {} : { command: true }),
  };
  const act = (
    id: PromptActionId,
    name: string,
    about: string,
    { refusal }: { refusal?: string } = {},
  ): PromptAction => {
    const options = id === "steer" || id === "interrupt" ? { when: id } : {};
    const refused = why({ ...intent, ...options, ...(id === "steer" ? { otherwise: "reject" } : {}) });
    return { id, name, about, key: keys[enterKey][id], refusal: refusal ?? refused?.detail ?? null, options };
  };
  if (!state || !isBlockingTurn(state)) return [act("send", "Send", "The agent gets it as soon as it can.")];
  return [
    act("queue", "Queue", "The agent gets it after the running turn."),
    act(
      "steer",
      "Steer",
      "The agent gets it within the running turn.",
      command === null ? {} : { refusal: "A command of the agent can't be added to a running turn." },
    ),
    act("interrupt", "Stop and send", "Stops the running turn; the agent gets it next."),
  ];
}

/** The action of a key. Without a turn there is nothing to steer or stop, so those keys send too. */
export function promptActionForKey(actions: readonly PromptAction[], key: string): PromptAction | null {
  const usual = actions[0] ?? null;
  const isKeyOfAct = usual !== null && Object.values(keys).some((all) => Object.values(all).includes(key));
  if (!isKeyOfAct) return null;
  const found = actions.find((act) => act.key === key);
  const isNewLine = key === "Enter" && usual.key !== "Enter";
  return found ?? (actions.length === 1 && !isNewLine ? usual : null);
}

/** Keys of the composer besides those of its actions, for the help sheet. */
export const promptKeys = (enterKey: EnterKey): { readonly key: string; readonly name: string }[] => [
  { key: keys[enterKey].send, name: "Send; while a turn runs, queue" },
  { key: keys[enterKey].interrupt, name: "Stop the running turn and send" },
  { key: keys[enterKey].steer, name: "Steer the running turn" },
  { key: enterKey === "sends" ? "Shift+Enter" : "Enter", name: "New line" },
  { key: "ArrowUp", name: "Earlier prompts, if the field is empty" },
  { key: "Alt+ArrowUp", name: "Earlier prompts with these words" },
  { key: "Mod+S", name: "Set aside, and take back" },
  { key: "Escape", name: "Leave the field; letters are keys of the page again" },
];
