// The four modes, and what each really does with an agent.
import type { SessionState } from "../state.ts";

export const modeNames = ["ask", "code", "plan", "auto"] as const;
export type Mode = (typeof modeNames)[number];

/** What happens to an action of the agent: done freely, done in a sandbox, asked about, or refused. */
export type Treatment = "free" | "sandboxed" | "asked" | "refused";

/** The effective level of a mode. */
export interface ModeEffect {
  /** Changes to files of the workspace. */
  edits: Treatment;
  commands: Treatment;
  /** A note for people. */
  note?: string;
}

export type ModeEffects = Readonly<Partial<Record<Mode, ModeEffect>>>;

export const isMode = (name: string): name is Mode => modeNames.some((mode) => mode === name);

/** People have set mode `plan`, or the agent has entered it by itself. */
export const isPlanning = ({ setting, binding }: Pick<SessionState, "setting" | "binding">): boolean =>
  setting.mode === "plan" || binding.run?.mode === "plan";
