// The route table: server and client both read it, so that a path is written once.

export const routes = {
  health: { method: "GET", path: "/healthz" },
  ready: { method: "GET", path: "/readyz" },
  server: { method: "GET", path: "/v1" },
  drain: { method: "POST", path: "/v1/drain" },
  backups: { method: "GET", path: "/v1/backups" },
  backup: { method: "POST", path: "/v1/backups" },
  agents: { method: "GET", path: "/v1/agents" },
  resolve: { method: "GET", path: "/v1/resolve" },
  sessions: { method: "GET", path: "/v1/sessions" },
  create: { method: "POST", path: "/v1/sessions" },
  attach: { method: "POST", path: "/v1/attach" },
  session: { method: "GET", path: "/v1/sessions/:session" },
  events: { method: "GET", path: "/v1/sessions/:session/events" },
  allEvents: { method: "GET", path: "/v1/events" },
  blob: { method: "GET", path: "/v1/blobs/:hash" },
  prompt: { method: "POST", path: "/v1/sessions/:session/prompts" },
  interrupt: { method: "POST", path: "/v1/sessions/:session/interrupt" },
  answer: { method: "POST", path: "/v1/sessions/:session/permissions/:permission/answer" },
  stop: { method: "POST", path: "/v1/sessions/:session/stop" },
  select: { method: "POST", path: "/v1/sessions/:session/select" },
  setMode: { method: "PUT", path: "/v1/sessions/:session/mode" },
  setModel: { method: "PUT", path: "/v1/sessions/:session/model" },
  acknowledge: { method: "POST", path: "/v1/sessions/:session/ack" },
} as const;

export type RouteName = keyof typeof routes;
