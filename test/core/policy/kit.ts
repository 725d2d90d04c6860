// Rules as people write them, and a judge for one command.
import {
  type Evaluation,
  type EvaluationContext,
  evaluateRequest,
  type PermissionRequest,
  type Rule,
  type RuleSource,
} from "../../../src/core/index.ts";

export const where = { workspace: "/work/site", home: "/home/ada" };
export const human: EvaluationContext = { ...where, isHumanTurn: true };

export const run = (command: string): PermissionRequest => ({ kind: "execute", tool: "Bash", command, paths: [] });

export const touch = (kind: PermissionRequest["kind"], ...paths: string[]): PermissionRequest => ({
  kind,
  tool: "Edit",
  command: null,
  paths,
});

export const allow = (command: string): Rule => ({ effect: "allow", command });
export const deny = (command: string): Rule => ({ effect: "deny", command });

export const source = (...rules: Rule[]): RuleSource => ({ name: "workspace", rules });

/** What many people would allow without a second thought. */
export const typicalRules: readonly Rule[] = [
  "git status **",
  "git diff **",
  "git log **",
  "git show **",
  "git add **",
  "git commit **",
  "git push **",
  "git branch **",
  "git stash **",
  "npm test **",
  "npm run *",
  "npm ci",
  "npx vitest **",
  "npx tsc --noEmit",
  "node --test **",
  "python -m pytest **",
  "cargo test **",
  "go test **",
  "make *",
  "ls **",
  "cat **",
  "head **",
  "tail **",
  "wc **",
  "sort **",
  "grep **",
  "rg **",
  "find **",
  "sed -n **",
  "echo **",
  "printf **",
  "mkdir -p **",
  "tar **",
  "rsync **",
  "curl **",
  "cd *",
  "test **",
  "true",
].map(allow);

export const judgeTypical = (command: string): Evaluation =>
  evaluateRequest([source(...typicalRules)], run(command), human);
