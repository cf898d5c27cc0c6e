import type { SMTPServerAddress } from 'smtp-server'

/**
 * How the sandbox treats a recipient, said by the beginning of the address: `refuse-anything@school.test`.
 * - refuse: "no such user", for good
 * - greylist: "try again later" the first time, then taken
 * - hang: takes the message and never answers
 * - lost: takes the message and hangs up without saying so, so that the sender sends it again
 */
export const behaviours = ['refuse', 'greylist', 'hang', 'lost'] as const
export type Behaviour = (typeof behaviours)[number] | 'accept'

export interface Play {
  behaviourOf(recipient: string): Behaviour
  /** True the first time that this recipient is seen. */
  isFirst(recipient: string): boolean
}

/** `forced` replaces what the addresses say, for everybody, until it returns undefined. */
export function makePlay(forced: () => Behaviour | undefined): Play {
  const seen = new Set<string>()
  return {
    behaviourOf: (recipient) =>
      forced() ?? behaviours.find((name) => recipient.toLowerCase().startsWith(`${name}-`)) ?? 'accept',
    isFirst(recipient) {
      const first = !seen.has(recipient)
      seen.add(recipient)
      return first
    },
  }
}

/** What the server answers to RCPT TO: nothing (fine) or an SMTP refusal. */
export function answerToRecipient({ address }: SMTPServerAddress, play: Play): Error | undefined {
  const behaviour = play.behaviourOf(address)
  if (behaviour === 'refuse') return smtpError(550, '5.1.1 No such user here')
  if (behaviour === 'greylist' && play.isFirst(address))
    return smtpError(451, '4.7.1 Greylisted, try again later')
  return undefined
}

function smtpError(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}
