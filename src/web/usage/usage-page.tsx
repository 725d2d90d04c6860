// What agents have used: two charts, a table, and what is left of their quotas.
import { useEffect, useState } from "preact/hooks";
import type { UsageAnswer } from "../../client/index.ts";
import {
  costText,
  dollars,
  durationUntil,
  shortCount,
  type UsageBy,
  type UsagePer,
  type UsageRow,
  usageChart,
  usageRows,
  usageTotal,
} from "../../view/usage/index.ts";
import { explain } from "../page/explain.ts";
import { usePage } from "../page/page.ts";
import { Chart } from "./chart.tsx";

const DAY_MS = 24 * 60 * 60_000;
const RANGES = [7, 30, 90, 365] as const;
/** Over a longer time months are shown. */
const MAX_DAYS = 90;
const GROUPS: Readonly<Record<UsageBy, string>> = {
  day: "Day",
  month: "Month",
  agent: "Agent",
  directory: "Directory",
};

export function UsagePage() {
  const { skein, location } = usePage();
  const [days, setDays] = useState<number>(30);
  const [usage, setUsage] = useState<UsageAnswer | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const load = (): (() => void) => {
    let isWanted = true;
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const since = new Date(Date.now() - (days - 1) * DAY_MS).toISOString();
    skein.usage({ since, zone }).then(
      (answer) => {
        if (isWanted) setUsage(answer);
        if (isWanted) setFailure(null);
      },
      (error: unknown) => (isWanted ? setFailure(explain(error)) : undefined),
    );
    return () => {
      isWanted = false;
    };
  };
  useEffect(load, [skein, days]);
  return (
    <article class="usage-page" aria-labelledby="usage-title">
      <header>
        <a
          class="back"
          href="/"
          onClick={(event) => {
            event.preventDefault();
            location.backToList();
          }}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="m10 3-5 5 5 5" />
          </svg>
          <span class="unseen">All sessions</span>
        </a>
        <h1 id="usage-title">Usage</h1>
        <label>
          <span class="unseen">Period</span>
          <select value={days} onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}>
            {RANGES.map((range) => (
              <option key={range} value={range}>
                {range === 365 ? "1 year" : `${range} days`}
              </option>
            ))}
          </select>
        </label>
      </header>
      {failure !== null && (
        <p class="note" role="alert">
          {failure}{" "}
          <button type="button" onClick={() => void load()}>
            Try again
          </button>
        </p>
      )}
      {usage && <Amounts usage={usage} />}
      {!usage && failure === null && <p class="note">Counting …</p>}
    </article>
  );
}

const perOf = ({ since, until }: UsageAnswer): UsagePer =>
  Date.parse(until) - Date.parse(since) > MAX_DAYS * DAY_MS ? "month" : "day";

function Amounts({ usage }: { usage: UsageAnswer }) {
  const total = usageTotal(usage.items);
  const per = perOf(usage);
  if (usage.items.length === 0)
    return (
      <>
        <Quotas quotas={usage.quotas} />
        <p class="note">No agent has worked in this time.</p>
      </>
    );
  return (
    <>
      <p class="total">
        {shortCount(total.inputTokens + total.outputTokens)} tokens,{" "}
        {total.costUsd > 0 && `${dollars(total.costUsd)}, `}
        {shortCount(total.turns)} {total.turns === 1 ? "turn" : "turns"}
      </p>
      <Quotas quotas={usage.quotas} />
      <Chart title={`Tokens per ${per}`} chart={usageChart(usage, "tokens", per)} format={shortCount} />
      {total.costUsd > 0 ? (
        <Chart title={`Cost per ${per}`} chart={usageChart(usage, "cost", per)} format={dollars} />
      ) : (
        <p class="note">The agents have reported no cost.</p>
      )}
      <Table key={per} usage={usage} per={per} />
    </>
  );
}

function Quotas({ quotas }: Pick<UsageAnswer, "quotas">) {
  const { now } = usePage();
  if (quotas.length === 0) return null;
  return (
    <section class="quotas" aria-label="Quotas">
      <h2>Quotas</h2>
      <ul>
        {quotas.map(({ agent, window, usedPercent, resetsAt, isOver }) => (
          <li key={`${agent} ${window}`}>
            <span>
              {agent}, {window}
            </span>
            {isOver ? (
              <span class="quiet">reset since; not reported again</span>
            ) : (
              <>
                <meter min={0} max={100} low={80} high={95} optimum={0} value={Math.min(100, usedPercent)}>
                  {Math.round(usedPercent)} %
                </meter>
                <span>{Math.round(usedPercent)} % used</span>
                {resetsAt !== null && <span class="quiet">resets in {durationUntil(resetsAt, now.value)}</span>}
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Table({ usage, per }: { usage: UsageAnswer; per: UsagePer }) {
  const [by, setBy] = useState<UsageBy>(per);
  const rows = usageRows(usage.items, by);
  return (
    <div class="usage-table">
      <fieldset class="by">
        <legend class="unseen">Rows</legend>
        {[per, "agent" as const, "directory" as const].map((one) => (
          <button key={one} type="button" aria-pressed={one === by} onClick={() => setBy(one)}>
            By {GROUPS[one].toLowerCase()}
          </button>
        ))}
      </fieldset>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keys only with the focus */}
      <section class="scroll" tabIndex={0} aria-label="Amounts">
        <table>
          <thead>
            <tr>
              <th scope="col">{GROUPS[by]}</th>
              <th scope="col">Turns</th>
              <th scope="col">Tokens in</th>
              <th scope="col">Tokens out</th>
              <th scope="col">Cost</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.name} row={row} />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

const Row = ({ row: { name, turns, inputTokens, outputTokens, costUsd } }: { row: UsageRow }) => (
  <tr>
    <th scope="row">
      <bdi>{name}</bdi>
    </th>
    <td>{turns.toLocaleString("en-US")}</td>
    <td>{inputTokens.toLocaleString("en-US")}</td>
    <td>{outputTokens.toLocaleString("en-US")}</td>
    <td>{costText(costUsd)}</td>
  </tr>
);
