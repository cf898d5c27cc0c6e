import { type Kysely, sql } from 'kysely'
import { dayBegins } from '#app/domain/core/clock.ts'
import { onDay, oneOf } from '#app/domain/core/lists/filters.ts'
import { type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import type { DB } from '#db/types.ts'

/** Who agreed for whom. */
const parties = ['organisation', 'family'] as const

/** The papers that are agreed to: the operator's terms, and those that families accept with an application. */
const papers = [
  'operator_terms',
  'operator_privacy',
  'organisation_terms',
  'organisation_privacy',
  'organisation_form',
] as const

/** Who agreed to which version of which paper when, the latest first: for the organisation, and families. */
export const consentList = tenantList<Selected<typeof consents>>()({
  name: 'legal-consent',
  title: 'legal_consent.plural',
  access: { view: 'consent.view', print: 'consent.print' },
  columns: [
    { key: 'person', label: 'legal_consent.person', room: 'who', sort: true },
    { key: 'party', label: 'legal_consent.party', words: 'legal_consent.parties', sort: true },
    { key: 'paper', label: 'legal_consent.paper', words: 'legal_consent.papers', sort: true },
    { key: 'version', label: 'legal_consent.version' },
    { key: 'application', label: 'legal_consent.application', kind: 'number', room: 'wide' },
    { key: 'agreed_at', label: 'legal_consent.agreed_at', kind: 'instant', room: 'much', sort: true },
  ],
  filters: {
    party: oneOf('legal_consent.party', parties, 'legal_consent.parties'),
    paper: oneOf('legal_consent.paper', papers, 'legal_consent.papers'),
    from: onDay('legal_consent.from', { until: 'to' }),
    to: onDay('legal_consent.to'),
  },
  defaultSort: '-agreed_at',
  query(db, _reader, { q, party, paper, from, to }) {
    let query = consents(db)
    if (party) query = query.where('consent.party', '=', party)
    if (paper) query = query.where('consent.paper', '=', paper)
    if (from) query = query.where('consent.agreed_at', '>=', dayBegins(from))
    if (to) query = query.where('consent.agreed_at', '<', dayBegins(to, 1))
    if (q)
      query = query.where((eb) =>
        contains(eb, q, ['consent.person', 'consent.version', 'consent.application']),
      )
    return query
  },
})

interface ConsentRow {
  id: string
  party: string
  /** Null once the application was made anonymous. */
  person: string | null
  paper: string
  version: string
  application: string | null
  application_id: string | null
  agreed_at: Date
}

/** Both kinds in one: an organisation agrees on the platform, a family within the organisation. */
function consents(db: Kysely<DB>) {
  const rows = sql<ConsentRow>`(
    select id, 'organisation' as party, person, 'operator_' || slug as paper, version,
      null::text as application, null::uuid as application_id, agreed_at
    from platform.legal_consent where entity_id = platform.current_entity()
    union all
    select own.id, 'family', (select name from application_parent
        where application_id = own.application_id order by place limit 1),
      own.publisher || '_' || own.paper, own.version, application.number, application.id, own.agreed_at
    from legal_consent as own join application on application.id = own.application_id)`
  return db
    .selectFrom(rows.as('consent'))
    .select(['consent.id', 'consent.party', 'consent.person', 'consent.paper', 'consent.version'])
    .select(['consent.application', 'consent.application_id', 'consent.agreed_at'])
}
