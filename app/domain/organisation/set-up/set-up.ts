/**
 * Of what an organisation sets up: it works, something stopped it, a step is still to be done, nothing is there though it
 * should be, it works as it comes, or it is left out by choice.
 */
export const setUpStates = ['done', 'failed', 'partly', 'missing', 'usual', 'off'] as const
export type SetUpState = (typeof setUpStates)[number]

/** What comes first: what broke, then what was begun, then what is not there; each in the order of the page. */
export function nextToSetUp<S extends { state: SetUpState | undefined }>(
  sections: readonly S[],
): S | undefined {
  for (const state of ['failed', 'partly', 'missing'] as const) {
    const found = sections.find((section) => section.state === state)
    if (found) return found
  }
  return undefined
}
