import { codex } from "./agents/codex.ts";
import { describeRealAgent } from "./describe-real-agent.ts";

describeRealAgent(codex);
