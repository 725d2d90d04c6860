// Where a search pattern leads: most stay below the directory in which the search starts.

/** Whether it may leave that directory: then it counts as a path. */
export const leadsOut = (pattern: string): boolean => /^\s*[/~]|\.\.|^\s*file:|[{,(|]\s*[/~]/i.test(pattern);

/** Whether that can't be told without searching: `{..,src}/x`. */
export const isUnclear = (pattern: string): boolean => leadsOut(pattern) && /[{}()[\]|,!\\]/.test(pattern);
