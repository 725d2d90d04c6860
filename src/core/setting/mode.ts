// The four modes that people set, and what one of them really means with an agent.

export const modeNames = ["ask", "code", "plan", "auto"] as const;
export type Mode = (typeof modeNames)[number];

/** What becomes of something that the agent wants to do: it does it; it does it where it can harm little; people are asked; it can't. */
export type Treatment = "free" | "sandboxed" | "asked" | "refused";

/** The effective level of a mode. */
export interface ModeEffect {
  /** Changes to files of the workspace. */
  edits: Treatment;
  commands: Treatment;
  /** What else people should know of it. */
  note?: string;
}

export type ModeEffects = Readonly<Partial<Record<Mode, ModeEffect>>>;

export const isMode = (name: string): name is Mode => modeNames.some((mode) => mode === name);
