// Vitest's setup of the tiers that have properties: fast-check begins at the seed of the run.
import fc from "fast-check";
import { chosenSeed } from "./seed.ts";

fc.configureGlobal({ seed: chosenSeed });
