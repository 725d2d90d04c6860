// The oracle that every scenario asks. It answers with faults, in words; none means that all of this held:
//   I1 every acknowledged event and command is stored        stored.ts
//   I2 seqs are contiguous and the chain of hashes holds      stored.ts
//   I3 no process of ours is left beyond policy               processes.ts
//   I4 no side effect without a right to it: a scenario's tools run once, and only when they were allowed   conversation.ts
//   I5 memory and descriptors are back at their baseline      resources.ts
//   I6 errors name cause and remedy                           words.ts
//   I7 every follower reaches the same state                  followers.ts
export { type Conversation, conversationFaults } from "./oracle/conversation.ts";
export { convergenceFaults } from "./oracle/followers.ts";
export { processesOfRun, processFaults } from "./oracle/processes.ts";
export { type Resources, resourceFaults, resourcesOf } from "./oracle/resources.ts";
export { type Acknowledged, pageFaults, readStored, storedFaults } from "./oracle/stored.ts";
export { wordFaults } from "./oracle/words.ts";
