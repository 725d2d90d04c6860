import { claudeOneshot } from "../agents/claude.ts";
import { describeRealAgent } from "../describe-real-agent.ts";

describeRealAgent(claudeOneshot);
