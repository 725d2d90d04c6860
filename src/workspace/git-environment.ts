// The environment for Git in a repository that nobody may trust. Git then neither asks, nor fetches, nor looks elsewhere.

export function gitEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...withoutGit(env), ...offline, GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0" };
}

/** To fetch a missing object Git may run what the repository names. Older versions know only the second. */
const offline = { GIT_NO_LAZY_FETCH: "1", GIT_ALLOW_PROTOCOL: "none" };

/** Without what would make Git look elsewhere. */
const withoutGit = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("GIT_")));
