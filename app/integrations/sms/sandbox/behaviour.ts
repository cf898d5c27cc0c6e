/**
 * How the sandbox treats a number, said by its last two digits; all other numbers get their message.
 * - no_credit: answers 200 and says in its text that nothing is left to pay with
 * - web_page: answers 200 with a page of some web server in front of it
 * - broken: answers 500
 * - slow: takes the message and answers after three seconds
 * - silent: takes the message and never answers
 * - refused: says that this number gets no messages
 */
export const behaviours = {
  '91': 'no_credit',
  '92': 'web_page',
  '93': 'broken',
  '94': 'slow',
  '95': 'silent',
  '96': 'refused',
} as const
export type Behaviour = (typeof behaviours)[keyof typeof behaviours] | 'accept'

export function behaviourOf(number: string): Behaviour {
  return (behaviours as Record<string, Behaviour>)[number.slice(-2)] ?? 'accept'
}
