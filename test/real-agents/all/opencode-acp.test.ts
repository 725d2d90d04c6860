import { opencodeByAcp } from "../agents/opencode.ts";
import { describeRealAgent } from "../describe-real-agent.ts";

describeRealAgent(opencodeByAcp);
