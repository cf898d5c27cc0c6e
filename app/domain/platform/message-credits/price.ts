/** Below this number of message credits the low-credit mail is sent. */
export const fewCredits = 100
