import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data } from '@remix-run/node'
import { sql } from 'kysely'
import { type LogScope, logScopeOfOperator } from '#app/domain/audit/log/audit.ts'
import { savedAnchor } from '#app/domain/audit/seals/anchor.ts'
import type { Anchor, Log, Verification } from '#app/domain/audit/seals/seal.ts'
import { verifyForm, verifyLog } from '#app/domain/audit/seals/verify.ts'
import { record, recordOperator } from '#app/domain/core/audit.ts'
import { formErrorMap } from '#app/domain/core/form-errors.ts'
import { countUse, refuseFlood } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { environment } from '#app/environment.ts'
import { filesOf } from '#app/integrations/files/files.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { operatorReaderOf } from '#app/server/lists/list-page.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { Entity } from '#app/server/routing/site.ts'

/** Whose entries of the platform's logs the operator of this request may see; refuses who may see none. */
export function operatorLogScope(context: RequestContext): LogScope {
  const reader = operatorReaderOf(context)
  if (context.operatorCan('admin.audit.view') || context.operatorCan('admin.audit.own'))
    return logScopeOfOperator(reader)
  throw new Refusal('action_not_allowed')
}

/**
 * From here on the request of an operator reads in the place of an organisation, to see its log. That is written to the
 * platform's log, once in ten minutes. Refuses who may see only their own actions.
 */
export async function enterLogOf(context: RequestContext, entity_id: string): Promise<Entity> {
  const { actor } = context
  if (!context.operatorCan('admin.audit.view')) throw new Refusal('action_not_allowed')
  const entity = await context.entityById(entity_id)
  if (!entity) throw new Refusal('not_found.entity')
  await context.write(async (trx) => {
    const lately = await trx
      .selectFrom('platform.audit_log')
      .select('id')
      .where('actor_id', '=', actor.id)
      .where('action', '=', 'audit.opened')
      .where('entity_id', '=', entity_id)
      .where('at', '>', sql<Date>`now() - interval '10 minutes'`)
      .limit(1)
      .executeTakeFirst()
    const object = { type: 'entity', id: entity_id, entity_id }
    const { name } = entity
    if (!lately) await recordOperator(trx, actor, 'audit.opened', object, { after: { name } })
  })
  await context.enterTenant(entity)
  return entity
}

/** The action of both pages that verify a log: verifies it and leads to the page, which shows what was found. */
export async function submitVerification({ request, context }: ActionFunctionArgs, page: string) {
  const submission = parseWithZod(await formOf(request), { schema: verifyForm, error: formErrorMap })
  if (submission.status !== 'success') return data(submission.reply(), { status: 422 })
  const { found } = await verifyHere(context, submission.value.code)
  return found === 0
    ? redirectWith(page, 'audit_good')
    : redirectWith(page, 'audit_bad', { count: found }, 'error')
}

/** Verifications of one log within ten minutes; each reads all of it. */
const verifications = { points: 10, seconds: 600 }

/**
 * Verifies the log of this request's host, on connections that keep no page waiting, and writes down what was found. The
 * copy of the last seal among the files is compared, and `typed`, one that somebody kept.
 */
async function verifyHere(context: RequestContext, typed: Anchor | undefined): Promise<Verification> {
  const { site, actor } = context
  const log: Log = site.side === 'tenant' ? 'tenant' : 'platform'
  const schema = site.side === 'tenant' ? site.entity.place.schema : 'platform'
  refuseFlood(await context.write((trx) => countUse(trx, 'audit.verify', verifications)))
  await context.releaseConnection()
  const kept = await savedAnchor(filesOf(environment, schema))
  const anchors = [kept, typed].filter((anchor) => anchor !== undefined)
  const verification = await verifyLog(context.report, log, anchors)
  await context.write((trx) => {
    const after = { ...verification, anchors: anchors.map(({ number }) => number) }
    const object = { type: 'audit_log', id: null }
    return log === 'tenant'
      ? record(trx, actor, 'audit.verified', object, { after })
      : recordOperator(trx, actor, 'audit.verified', object, { after })
  })
  return verification
}
