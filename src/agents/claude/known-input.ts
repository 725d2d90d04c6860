// The known inputs of Claude Code's own tools (2.1.325). An input with other fields or types may do more than its paths show.
import * as z from "zod";
import { isFilled } from "../kit/tool-calls/input-fields.ts";
import type { ToolInput } from "../kit/tool-calls/tool-title.ts";

const text = z.string();
const flag = z.boolean().nullish();
const count = z.number().nullish();
const texts = z.array(text).nullish();
const replacement = { old_string: text, new_string: text, replace_all: flag };
const where = { path: text.nullish() };

const inputs: Readonly<Record<string, z.ZodType>> = {
  Read: z.strictObject({ file_path: text, offset: count, limit: count, pages: text.nullish() }),
  Write: z.strictObject({ file_path: text, content: text }),
  Edit: z.strictObject({ file_path: text, ...replacement }),
  MultiEdit: z.strictObject({ file_path: text, edits: z.array(z.strictObject(replacement)) }),
  NotebookEdit: z.strictObject({
    ...{ notebook_path: text, new_source: text },
    ...{ cell_id: text.nullish(), cell_number: count, cell_type: text.nullish(), edit_mode: text.nullish() },
  }),
  Glob: z.strictObject({ pattern: text, ...where }),
  Grep: z.strictObject({
    ...{ pattern: text, ...where, glob: text.nullish(), type: text.nullish(), output_mode: text.nullish() },
    ...{ "-A": count, "-B": count, "-C": count, context: count, head_limit: count, offset: count },
    ...{ "-n": flag, "-i": flag, "-o": flag, multiline: flag },
  }),
  LS: z.strictObject({ ...where, ignore: texts }),
  ToolSearch: z.strictObject({ query: text, max_results: count }),
  WebFetch: z.strictObject({ url: text, prompt: text.nullish() }),
  WebSearch: z.strictObject({ query: text, allowed_domains: texts, blocked_domains: texts }),
};

/** Whether rules can check all of the input. For its other own tools they check the name and the paths. */
export function isKnownInput(name: string, input: ToolInput): boolean {
  if (Object.hasOwn(inputs, name)) return inputs[name]?.safeParse(input).success === true;
  return [input.file_path, input.notebook_path, input.path].every(
    (path) => !isFilled(path) || typeof path === "string",
  );
}
