// How long texts are that are shortened where they come in.

/** A title that Skein makes. */
export const TITLE_LENGTH = 80;
/** A title that an agent gives. */
export const AGENT_TITLE_LENGTH = 200;
/** A title that another program recorded. */
export const FOREIGN_TITLE_LENGTH = 1000;
/** A value in an input that is too long as a whole. */
export const INPUT_TEXT_LENGTH = 8 * 1024;
