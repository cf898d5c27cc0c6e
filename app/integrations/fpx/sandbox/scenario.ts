/** As data; `play.ts` is what plays it. */
export interface Scenario {
  key: string
  label: string
  group: 'answers' | 'deliveries' | 'messages' | 'enquiries' | 'refusals'
  sen?: number
  /** The token of the one model it is offered in. */
  model?: '01' | '02'
  /** What the bank knows, and since when. None: the payer never finished. */
  truth: readonly { code: string; after?: Delay }[]
  direct: readonly Message[]
  /** What the browser carries back; null when it never returns. */
  indirect: Message | null
  enquiry?: { mode?: EnquiryMode; forge?: Forge }
  /** Refuses the AR with this code, before any page. */
  refuse?: string
}

/** Milliseconds of the sandbox's clock; `soon` is the setting `settleAfter`. */
export type Delay = number | 'soon'

/** `copies` are sent at the same time. */
export interface Message {
  code: string
  after?: Delay
  copies?: number
  forge?: Forge
}

export type Forge =
  | 'random'
  | 'stranger'
  | 'blanks'
  | 'after'
  | 'sha256'
  | 'short'
  | 'letters'
  | 'lower_case'
  | 'next_certificate'
  | 'expired_certificate'
  | 'amount'
  | 'seller'
  | 'exchange'
  | 'currency'
  | 'order'
  | 'replay'
  | 'special'
  | 'second'

export type EnquiryMode =
  | 'ok'
  | 'early'
  | 'never'
  | 'error'
  | 'timeout'
  | 'html'
  | 'unsigned'
  | 'blank_id'
  | 'empty'
  | 'garbage'

type Rest = Partial<Omit<Scenario, 'key' | 'label' | 'group'>>

export const scenario = (group: Scenario['group'], key: string, label: string, rest: Rest): Scenario => ({
  key,
  label,
  group,
  truth: [{ code: '00' }],
  direct: [{ code: '00' }],
  indirect: { code: '00' },
  ...rest,
})

/** The bank says `code`, directly and by the browser. */
export const answer = (key: string, label: string, code: string, rest: Rest = {}) =>
  scenario('answers', key, label, { truth: [{ code }], direct: [{ code }], indirect: { code }, ...rest })

/** The bank says `first` now and `then` after a while, with no browser. */
export const later = (
  key: string,
  label: string,
  first: string,
  then: string,
  after: Delay,
  rest: Rest = {},
) =>
  answer(key, label, first, {
    truth: [{ code: first }, { code: then, after }],
    direct: [{ code: first }, { code: then, after }],
    ...rest,
  })

export const delivery = (sen: number, key: string, label: string, rest: Rest) =>
  scenario('deliveries', key, label, { sen, ...rest })

/** A 00 that nobody may believe, about a payment that was never finished. */
export const forged = (sen: number, forge: Forge, label: string) =>
  scenario('messages', `forged_${forge}`, label, {
    sen,
    truth: [],
    direct: [{ code: '00', forge }],
    indirect: { code: '00', forge },
  })

/** A 00 with FPX's own signature and a peculiarity, in every channel. */
export const signed = (sen: number, key: string, forge: Forge, label: string) =>
  scenario('messages', key, label, {
    sen,
    direct: [{ code: '00', forge }],
    indirect: { code: '00', forge },
    enquiry: { forge },
  })

export const enquiry = (sen: number, mode: EnquiryMode, label: string) =>
  scenario('enquiries', `enquiry_${mode}`, label, { sen, direct: [], indirect: null, enquiry: { mode } })

export const refusal = (sen: number, key: string, refuse: string, label: string) =>
  scenario('refusals', `refused_${key}`, label, { sen, truth: [], direct: [], indirect: null, refuse })

/** The messages that FPX itself would send again; a forger does not keep to FPX's schedule. */
export function isResent(forge: Forge | undefined): boolean {
  return (
    forge === undefined ||
    !['random', 'stranger', 'blanks', 'after', 'sha256', 'short', 'letters'].includes(forge)
  )
}
