/**
 * How the sandbox treats a number, said by its last two digits; all other numbers get their message, and it is reported as
 * delivered, by WhatsApp as read as well.
 * - unreported: gets the message, and no report comes
 * - no_credit: answers 200 and says in its text that nothing is left to pay with
 * - web_page: answers 200 with a page of some web server in front of it
 * - broken: answers 500
 * - slow: takes the message and answers after three seconds
 * - silent: takes the message and never answers
 * - refused: says that this number gets no messages
 * - undelivered: takes the message and reports later that it did not arrive
 * - disordered: reports that the message was read before it reports that it was delivered
 * - repeated: each report comes late, and three times
 */
export const behaviours = {
  '90': 'unreported',
  '91': 'no_credit',
  '92': 'web_page',
  '93': 'broken',
  '94': 'slow',
  '95': 'silent',
  '96': 'refused',
  '97': 'undelivered',
  '98': 'disordered',
  '99': 'repeated',
} as const
export type Behaviour = (typeof behaviours)[keyof typeof behaviours] | 'accept'

export function behaviourOf(number: string): Behaviour {
  return (behaviours as Record<string, Behaviour>)[number.slice(-2)] ?? 'accept'
}

/** What it does to everybody, switched on its page: answers at once, slowly, not at all, or is out of order. */
export const modes = ['normal', 'slow', 'silent', 'down'] as const
export type Mode = (typeof modes)[number]
