import type { TFunction } from 'i18next'
import { type Kysely, sql } from 'kysely'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { firstAddress } from '#app/domain/core/letters/recipients.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { recipientAmong } from '#app/domain/identity/accounts/accounts.ts'
import { paths } from '#app/paths.ts'
import type { DB } from '#db/types.ts'
import { applicationByCode } from './find-application.ts'
import { approversOf } from './submit-application.ts'

interface Child {
  name: string
  status: string
  reason: string | null
  subjects: readonly { name: string; is_waiting: boolean }[]
}

interface ApplicationSummary {
  number: string
  public_code: string
  submitted_at: Date
  students: readonly Child[]
}

interface Billed {
  number: string
  public_code: string
  balance_sen: number
  due_on: string
}

const namesOf = (students: readonly { name: string }[]) => students.map(({ name }) => lineOf(name)).join(', ')

type Found = NonNullable<Awaited<ReturnType<typeof letterData>>>

/** The first parent; without an e-mail address no mail is sent, since the family has the link to the status page. */
const familyOf = ({ family, application }: Found) => ({
  address: firstAddress(family.email),
  name: family.name,
  locale: application.locale,
})

/** Confirms the application to the family, with the link to its status page. */
export const receivedLetter = defineLetter<
  'application.received',
  { application: ApplicationSummary },
  Found
>({
  list: 'application',
  load: (trx, { application_id }) => letterData(trx, application_id),
  to: (_trx, _payload, found) => familyOf(found),

  compose({ application }, { t, locale, origin, organisation, reader }) {
    const sender = senderOf(organisation)
    const values = {
      number: application.number,
      organisation: sender.name,
      names: namesOf(application.students),
    }
    const waits = application.students.some(({ subjects }) => subjects.some(({ is_waiting }) => is_waiting))
    return {
      subject: t('mail.application.received_subject', values),
      greeting: greetingOf(reader, t),
      paragraphs: [
        t('mail.application.received_text', values),
        ...(waits ? [t('mail.application.received_waiting')] : []),
      ],
      facts: [
        { label: t('application.number'), value: application.number },
        { label: t('application.submitted_at'), value: formatInstant(application.submitted_at, locale) },
      ],
      action: {
        label: t('mail.application.see'),
        url: origin + paths.application.status(application.public_code),
      },
      sender: sender.lines,
      note: t('mail.application.received_note'),
    }
  },
})

interface Decided {
  application: ApplicationSummary
  decided: readonly Child[]
  invoices: readonly Billed[]
  /** Other children are still undecided. */
  open: boolean
}

/**
 * Tells the family the decision about some of its children. The link leads to the invoice if there is one, else to the
 * family's status page.
 */
export const decidedLetter = defineLetter<'application.decided', Decided, Decided & Found>({
  list: 'application',
  async load(trx, { application_id, student_ids }) {
    const found = await letterData(trx, application_id)
    if (!found) return undefined
    const { application } = found
    const places = await placesOf(trx, student_ids)
    const decided = application.students.filter(({ place }) => places.includes(place))
    const names = decided.map(({ name }) => name)
    return {
      ...found,
      ...{ decided, open: application.status === 'pending' },
      invoices: application.invoices.filter(({ child }) => names.includes(child)),
    }
  },
  to: (_trx, _payload, found) => familyOf(found),

  compose({ application, decided, invoices, open }, { t, locale, origin, organisation, reader }) {
    const sender = senderOf(organisation)
    const { number, public_code } = application
    const owed = invoices.filter(({ balance_sen }) => balance_sen > 0)
    const sum = owed.reduce((total, { balance_sen }) => total + balance_sen, 0)
    const [only, ...others] = owed
    const page =
      only && others.length === 0
        ? { label: t('mail.application.pay'), url: origin + paths.invoice.status(only.public_code) }
        : {
            label: t(only ? 'mail.application.pay' : 'mail.application.see'),
            url: origin + paths.application.status(public_code),
          }
    const isRejected = decided.some(({ status }) => status === 'rejected')
    return {
      subject: t('mail.application.decided_subject', { number, organisation: sender.name }),
      greeting: greetingOf(reader, t),
      paragraphs: [
        ...decided.flatMap((child) => decidedWords(child, t)),
        ...(isRejected ? [t('mail.application.again')] : []),
        ...(open ? [t('mail.application.open')] : []),
      ],
      ...(sum > 0 ? { figure: { label: t('mail.application.amount'), value: formatRinggit(sum) } } : {}),
      facts: owed.flatMap(({ number, due_on }) => [
        { label: t('mail.application.number'), value: number },
        { label: t('mail.application.due_on'), value: formatDate(due_on, locale) },
      ]),
      action: page,
      sender: sender.lines,
      note: t('mail.application.received_note'),
    }
  },
})

function decidedWords({ name: child, status, reason, subjects }: Child, t: TFunction): string[] {
  const name = lineOf(child)
  if (status === 'rejected')
    return [t('mail.application.rejected', { name, reason: lineOf(reason ?? '', 300) })]
  const classes = (waiting: boolean) =>
    subjects
      .filter(({ is_waiting }) => is_waiting === waiting)
      .map((one) => lineOf(one.name))
      .join(', ')
  return [
    ...(classes(false) ? [t('mail.application.approved', { name, classes: classes(false) })] : []),
    ...(classes(true) ? [t('mail.application.approved_waiting', { name, classes: classes(true) })] : []),
  ]
}

/** Tells approvers about a new or a waiting application. Not sent if it was decided in the meantime. */
export const waitingLetter = defineLetter<
  'application.notify',
  { application: ApplicationSummary & { id: string }; days: number | null },
  Found
>({
  list: 'application',
  async load(trx, { application_id }) {
    const found = await letterData(trx, application_id)
    return found?.application.status === 'pending' ? found : undefined
  },
  to: (trx, { user_id, application_id }) => recipientAmong(approversOf(trx, application_id), user_id),

  compose({ application, days }, { t, locale, origin, organisation, reader }) {
    const sender = senderOf(organisation)
    const { number } = application
    const kind = days === null ? 'tell' : 'remind'
    const values = {
      number,
      organisation: sender.name,
      names: namesOf(application.students),
      days: days ?? 0,
    }
    return {
      subject: t(`mail.application.${kind}_subject`, values),
      greeting: greetingOf(reader, t),
      paragraphs: [t(`mail.application.${kind}_text`, values)],
      facts: [
        { label: t('application.number'), value: number },
        { label: t('application.submitted_at'), value: formatInstant(application.submitted_at, locale) },
      ],
      action: { label: t('mail.application.tell_see'), url: origin + paths.application.view(application.id) },
      sender: sender.lines,
      note: t('mail.application.staff_note', { organisation: sender.name }),
    }
  },
})

/**
 * The application and its first parent; undefined once it is anonymised. `days`: how long it has been waiting if approvers
 * were reminded, else null.
 */
async function letterData(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom('application')
    .innerJoin('application_parent as first', (join) =>
      join.onRef('first.application_id', '=', 'application.id').on('first.place', '=', 1),
    )
    .select(['application.public_code', 'first.name', 'first.email'])
    .select(
      sql<number | null>`case when reminded_at is not null
        then floor(extract(epoch from now() - submitted_at) / 86400)::integer end`.as('days'),
    )
    .where('application.id', '=', id)
    .executeTakeFirst()
  const application = row && (await applicationByCode(db, row.public_code))
  if (!application) return undefined
  const { name, email, public_code, days } = row
  return { application: { ...application, public_code }, family: { name, email }, days }
}

/** The places of children within their application. */
async function placesOf(db: Kysely<DB>, ids: readonly string[]): Promise<number[]> {
  const rows = await db.selectFrom('application_student').select('place').where('id', 'in', ids).execute()
  return rows.map(({ place }) => place)
}
