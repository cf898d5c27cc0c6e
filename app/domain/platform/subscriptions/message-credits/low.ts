/** Fewer message credits than this are few: those in charge are told while there are still some. */
export const fewCredits = 100
