// The dialog for a new session: directory, agent, model, mode, and first prompt.
import { useEffect, useState } from "preact/hooks";
import type { AgentDetail, Skein } from "../../client/index.ts";
import { recentDirectories } from "../../view/index.ts";
import { explain } from "../page/explain.ts";
import { type Page, usePage } from "../page/page.ts";
import { storedText, storeText } from "../page/stored-text.ts";
import { Dialog } from "../parts/dialog.tsx";
import { DirectoryField } from "./directory-field.tsx";

interface Choice {
  readonly directory: string;
  /** Empty: the default. */
  readonly agent: string;
  readonly model: string;
  readonly mode: string;
}

const KEY = "skein new session";

function keptChoice(): Partial<Choice> {
  try {
    const choice: unknown = JSON.parse(storedText(KEY) ?? "{}");
    return typeof choice === "object" && choice !== null ? (choice as Partial<Choice>) : {};
  } catch {
    return {};
  }
}

async function start({ skein, location, messages, outbox }: Page, choice: Choice, text: string): Promise<void> {
  const { directory, agent, model, mode } = choice;
  const { session } = await skein.create({
    path: directory,
    cwd: "/",
    ...(agent === "" ? {} : { agent }),
  });
  storeText(KEY, JSON.stringify(choice));
  location.go({ kind: "session", session: session.id, at: null });
  try {
    if (mode !== "") await skein.setMode(session.id, mode);
    if (model.trim() !== "") await skein.setModel(session.id, model.trim());
    if (text.trim() !== "") await outbox.send(session.id, { text });
  } catch (error) {
    messages.complain(`The session is there, but: ${explain(error)}`);
  }
}

/** First the quick answer, then the one for which the programs must be asked. */
function useAgents(skein: Skein): readonly AgentDetail[] {
  const [agents, setAgents] = useState<readonly AgentDetail[]>([]);
  useEffect(() => {
    const load = async (): Promise<void> => {
      setAgents((await skein.inspectAgents({ quick: true })).items);
      setAgents((await skein.inspectAgents({})).items);
    };
    load().catch(() => {});
  }, [skein]);
  return agents;
}

export function NewSession({ directory }: { directory: string | null }) {
  const page = usePage();
  const recent = recentDirectories(page.list.sessions.value ?? []);
  const agents = useAgents(page.skein);
  const [choice, setChoice] = useState<Choice>(() => {
    const { agent = "", model = "", mode = "", directory: last } = keptChoice();
    return { directory: directory ?? last ?? recent[0] ?? "", agent, model, mode };
  });
  const [text, setText] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const set = (part: Partial<Choice>): void => setChoice({ ...choice, ...part });
  const agent = agents.find(({ id, isDefault }) => (choice.agent === "" ? isDefault : id === choice.agent));
  const standard = agents.find(({ isDefault }) => isDefault);
  const modes = Object.entries(agent?.capabilities.modes ?? {});
  const submit = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await start(page, { ...choice, directory: choice.directory.trim() }, text);
      page.overlay.close();
    } catch (error) {
      setFailure(explain(error));
      setBusy(false);
    }
  };
  return (
    <Dialog label="New session" onClose={() => page.overlay.close()}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.isComposing)
            event.currentTarget.requestSubmit();
        }}
      >
        <h2>New session</h2>
        <label>
          What should be done?
          <textarea
            rows={4}
            dir="auto"
            autoFocus
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <DirectoryField value={choice.directory} recent={recent} onChange={(path) => set({ directory: path })} />
        <div class="columns">
          <label>
            Agent
            <select
              value={choice.agent}
              onChange={({ currentTarget }) => set({ agent: currentTarget.value, model: "", mode: "" })}
            >
              <option value="">{standard ? `Default (${standard.title})` : "Default"}</option>
              {agents.map(({ id, title, installed }) => (
                <option key={id} value={id}>
                  {installed ? title : `${title} (not installed)`}
                </option>
              ))}
            </select>
          </label>
          <label>
            Mode
            <select value={choice.mode} onChange={({ currentTarget }) => set({ mode: currentTarget.value })}>
              <option value="">The agent's own</option>
              {modes.map(([name, { edits, commands }]) => (
                <option key={name} value={name}>{`${name}: edits ${edits}, commands ${commands}`}</option>
              ))}
            </select>
          </label>
          <label>
            Model
            <input
              type="text"
              list="models"
              autoComplete="off"
              spellcheck={false}
              placeholder="The agent's own"
              disabled={agent !== undefined && !agent.capabilities.models}
              value={choice.model}
              onInput={({ currentTarget }) => set({ model: currentTarget.value })}
            />
            <datalist id="models">
              {agent?.models?.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </label>
        </div>
        {agent && !agent.installed && agent.install && (
          <p class="note">
            {agent.title} is not installed: <code>{agent.install}</code>
          </p>
        )}
        {agent?.login.state === "out" && (
          <p class="note">
            {agent.title} is not logged in. {agent.login.hint}
          </p>
        )}
        {failure && (
          <p class="failure" role="alert">
            {failure}
          </p>
        )}
        <div class="buttons">
          <button type="button" onClick={() => page.overlay.close()}>
            Cancel
          </button>
          <button type="submit" class="main" disabled={isBusy}>
            Start
          </button>
        </div>
      </form>
    </Dialog>
  );
}
