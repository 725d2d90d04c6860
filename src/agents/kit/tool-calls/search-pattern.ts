// Where the pattern of a search leads: most stay below the directory in which it begins.

/** Whether it may lead out of that directory: then it counts as a path. */
export const leadsOut = (pattern: string): boolean => /^\s*[/~]|\.\.|^\s*file:|[{,(|]\s*[/~]/i.test(pattern);

/** Whether only a search could tell where it leads: `{..,src}/x`. */
export const isUnclear = (pattern: string): boolean => leadsOut(pattern) && /[{}()[\]|,!\\]/.test(pattern);
