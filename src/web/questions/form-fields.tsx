// The fields of a form that an agent asks for, each with its label, and with what is wrong with it.
import type { FormField } from "../../core/index.ts";
import { visibleText } from "../../core/without-folds.ts";
import type { FieldValue } from "../../view/index.ts";

interface Props {
  /** Its id: other questions may have fields of the same names. */
  readonly question: string;
  readonly form: readonly FormField[];
  readonly values: Readonly<Record<string, FieldValue>>;
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (field: string, value: FieldValue) => void;
}

export function FormFields({ question, form, values, problems, onChange }: Props) {
  return (
    <div class="fields">
      {form.map((field) => (
        <Field
          key={field.id}
          name={`${question} ${field.id}`}
          field={field}
          value={values[field.id] ?? null}
          problem={problems[field.id] ?? null}
          onChange={(value) => onChange(field.id, value)}
        />
      ))}
    </div>
  );
}

interface FieldProps {
  readonly name: string;
  readonly field: FormField;
  readonly value: FieldValue;
  readonly problem: string | null;
  readonly onChange: (value: FieldValue) => void;
}

function Field(props: FieldProps) {
  const { name, field, problem } = props;
  const problemId = `problem ${name}`.replaceAll(/\s+/g, "-");
  const label = (
    <>
      <bdi>{visibleText(field.label)}</bdi>
      {!field.isRequired && <span class="note"> (optional)</span>}
    </>
  );
  return (
    <div data-field={field.id}>
      {field.kind === "text" || field.kind === "number" ? (
        // biome-ignore lint/a11y/noLabelWithoutControl: the field is in it
        <label>
          {label}
          <Text {...props} problemId={problemId} />
        </label>
      ) : (
        <fieldset aria-describedby={problem === null ? undefined : problemId}>
          <legend>{label}</legend>
          <Choice {...props} />
        </fieldset>
      )}
      {problem !== null && (
        <p id={problemId} class="failure" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function Text({ field, value, problem, problemId, onChange }: FieldProps & { problemId: string }) {
  return (
    <input
      inputMode={field.kind === "number" ? "decimal" : undefined}
      value={typeof value === "string" ? value : ""}
      required={field.isRequired}
      aria-invalid={problem !== null}
      aria-describedby={problem === null ? undefined : problemId}
      autocomplete="off"
      dir="auto"
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

const yesNo = [
  { value: true, label: "Yes" },
  { value: false, label: "No" },
] as const;

function Choice({ name, field, value, onChange }: FieldProps) {
  const { kind, options = [], isOpen } = field;
  if (kind === "yes_no")
    return (
      <>
        {yesNo.map((one) => (
          <label key={one.label}>
            <input type="radio" name={name} checked={value === one.value} onChange={() => onChange(one.value)} />{" "}
            {one.label}
          </label>
        ))}
      </>
    );
  const chosen = typeof value === "string" ? [value] : Array.isArray(value) ? value : [];
  const isMany = kind === "choices";
  const own = chosen.find((one) => !options.some((option) => option.value === one)) ?? "";
  const listed = chosen.filter((one) => one !== own);
  const turn = (one: string): void => {
    const several = listed.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one];
    onChange(isMany ? several : one);
  };
  return (
    <>
      {options.map(({ value: one, label, description }) => (
        <label key={one}>
          <input
            type={isMany ? "checkbox" : "radio"}
            name={name}
            checked={chosen.includes(one)}
            onChange={() => turn(one)}
          />{" "}
          <bdi>{visibleText(label)}</bdi>
          {description !== undefined && <span class="note"> {visibleText(description)}</span>}
        </label>
      ))}
      {isOpen && (
        <label class="own">
          Another answer
          <input
            value={own}
            dir="auto"
            autocomplete="off"
            onInput={({ currentTarget: { value: typed } }) =>
              onChange(isMany ? [...listed, ...(typed === "" ? [] : [typed])] : typed)
            }
          />
        </label>
      )}
    </>
  );
}
