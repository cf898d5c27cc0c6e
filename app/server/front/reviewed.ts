import { maskedAccount } from '#app/domain/core/mask.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { bankNameOf } from '#app/domain/organisation/entities/bank-account.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { offers } from '#app/domain/platform/packages/find-packages.ts'
import { filesOf } from '#app/domain/platform/registrations/change-draft.ts'
import {
  answered,
  type Connection,
  connectionsIn,
  type Draft,
  type Problem,
  problemsOf,
  stepsWith,
  typedSteps,
} from '#app/domain/platform/registrations/registration.ts'
import { refuseSubdomainTaken } from '#app/domain/platform/registrations/subdomain-free.ts'
import { environment } from '#app/environment.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** A problem as the review tells it: `code` where it is not a field that is missing or wrong. */
export interface ToldProblem extends Problem {
  code?: string | undefined
}

/** Everything that the page of review shows; secrets are named and not told. */
export async function reviewed(context: RequestContext, draft: Draft) {
  const db = await context.read()
  const [files, offered] = await Promise.all([filesOf(db, { draft_id: draft.id }), offers(db)])
  const { answers } = draft
  const read = {
    organisation: answered(answers, 'organisation'),
    contact: answered(answers, 'contact'),
    subdomain: answered(answers, 'subdomain'),
    bank: answered(answers, 'bank'),
    connections: answered(answers, 'connections'),
  }
  const offer = offered.find(({ id }) => id === answered(answers, 'package')?.package_id)
  const { bank, connections } = read
  const problems: ToldProblem[] = problemsOf(draft, files.length)
  if (!offer && answers.package?.package_id)
    problems.unshift({ step: 'package', fields: [], code: 'entity.package_gone' })
  if (read.subdomain) {
    const code = await whyTaken(db, read.subdomain.subdomain)
    if (code) problems.push({ step: 'subdomain', fields: [], code })
  }
  return {
    ...{ problems, offer },
    organisation: read.organisation,
    contact: read.contact,
    address: read.subdomain && originOf(read.subdomain, environment),
    bank: bank && {
      name: bankNameOf(bank.bank_code) ?? '',
      holder: bank.account_name,
      number: maskedAccount(bank.account_number),
    },
    documents: files.map(({ id, kind, name }) => ({ id, kind, name })),
    connectable: connectionsIn(offer?.features ?? []),
    connections: connections && {
      domain: connections.custom_domain,
      mail: connections.smtp_host && `${connections.smtp_host}:${connections.smtp_port}`,
      sender: connections.smtp_sender_email,
      brand: connections.gateway_brand_id,
    },
  }
}

/** The first step that is not answered as it should be, where one goes on. */
export function firstOpen(draft: Draft, documents: number, connections: readonly Connection[]) {
  const [problem] = problemsOf(draft, documents)
  if (problem) return problem.step
  // Nothing of it is demanded, but nobody has seen it yet.
  const asked = stepsWith(connections)
  return typedSteps.find((step) => asked.includes(step) && draft.answers[step] === undefined) ?? 'review'
}

/** The code of what refuses a subdomain now, if anything does. */
export async function whyTaken(db: Parameters<typeof refuseSubdomainTaken>[0], subdomain: string) {
  try {
    await refuseSubdomainTaken(db, subdomain)
    return undefined
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    return refusal.code
  }
}
