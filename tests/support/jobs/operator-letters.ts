import type { NoticeKind } from '#app/domain/identity/accounts/operator-notice.ts'
import * as operator from '#app/domain/platform/operators/operator-letter.ts'

const notices: Record<NoticeKind, true> = {
  email_changed: true,
  password_changed: true,
  recovery_code_used: true,
  recovery_codes_renewed: true,
  second_factor_on: true,
  second_factor_replaced: true,
  second_factor_off: true,
  second_factor_reset: true,
}

type Setting = Parameters<typeof operator.noticeLetter>[2]

/** What an operator of the platform is told. */
export const operatorLetters = (
  name: string,
  setting: Setting,
  { invited, at }: { invited: Parameters<typeof operator.invitationLetter>[0]; at: Date },
) => [
  {
    kind: 'invitation of an operator',
    writer: 'invitationLetter',
    letter: operator.invitationLetter(invited, 'tok', setting),
  },
  ...(Object.keys(notices) as NoticeKind[]).map((kind) => ({
    kind: `notice ${kind}`,
    writer: 'noticeLetter',
    letter: operator.noticeLetter(
      invited,
      { kind, at, by: name, ip: '203.0.113.7', codes_left: kind === 'recovery_code_used' ? 7 : undefined },
      setting,
    ),
  })),
  {
    kind: 'books that do not agree',
    writer: 'equationLetter',
    letter: operator.equationLetter(
      {
        ...{ id: 'x2b', entity: name, on_day: '2026-01-31', difference_sen: 1, faults: 1 },
        ...{ fault: 'books_differ', fault_reference: 'RCP-26-000077' },
      },
      setting,
      name,
    ),
  },
]
