import { codexOneshot } from "../agents/codex.ts";
import { describeRealAgent } from "../describe-real-agent.ts";

describeRealAgent(codexOneshot);
