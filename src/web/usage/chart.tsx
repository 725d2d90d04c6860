// A plain chart: a column per day, one colour per agent. The table below it says the same in words.
import type { UsageChart } from "../../view/usage/index.ts";

interface Props {
  readonly title: string;
  readonly chart: UsageChart;
  readonly format: (amount: number) => string;
}

const [WIDTH, HEIGHT] = [640, 160];
/** The part of a day's width that its column takes. */
const FILL = 0.8;
/** Colours that differ for people who see fewer of them; further agents share the last one. */
const COLOURS = 5;

/** In the order in which this page has shown them: another period leaves an agent its colour. */
const seen: string[] = [];

function colourOf(agent: string): string {
  if (!seen.includes(agent)) seen.push(agent);
  return `agent-${Math.min(seen.indexOf(agent), COLOURS - 1)}`;
}

export function Chart({ title, chart: { agents, columns, top }, format }: Props) {
  const step = WIDTH / Math.max(1, columns.length);
  const most = columns.reduce((a, b) => (b.total > a.total ? b : a), { day: "", total: 0, parts: [] });
  const [first, last] = [columns[0], columns.at(-1)];
  const about = `${title}, ${first?.day} to ${last?.day}; most on ${most.day}: ${format(most.total)}.`;
  return (
    <figure class="chart">
      <figcaption>
        <h2>{title}</h2>
        <ul aria-label="Agents">
          {agents.map((agent) => (
            <li key={agent}>
              <svg viewBox="0 0 10 10" aria-hidden="true">
                <rect width="10" height="10" rx="2" class={colourOf(agent)} />
              </svg>
              {agent}
            </li>
          ))}
        </ul>
      </figcaption>
      <div class="plot">
        <span class="top" aria-hidden="true">
          {format(top)}
        </span>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={about}>
          <line x1="0" x2={WIDTH} y1="0.5" y2="0.5" class="scale" />
          <line x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} class="scale" />
          <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} class="base" />
          {columns.map(({ day, total, parts }, n) => {
            let y = HEIGHT;
            return (
              <g key={day}>
                <title>{`${day}: ${format(total)}`}</title>
                {parts.map(({ agent, amount }) => {
                  const height = (amount / top) * HEIGHT;
                  y -= height;
                  const x = n * step + (step * (1 - FILL)) / 2;
                  return (
                    <rect
                      key={agent}
                      x={x}
                      y={y}
                      width={step * FILL}
                      height={height}
                      class={colourOf(agents[agent] ?? "")}
                    />
                  );
                })}
                {/* All of the day's height shows its amount. */}
                <rect x={n * step} y="0" width={step} height={HEIGHT} class="whole" />
              </g>
            );
          })}
        </svg>
        <div class="days" aria-hidden="true">
          <span>{first?.day}</span>
          <span>{last?.day}</span>
        </div>
      </div>
    </figure>
  );
}
