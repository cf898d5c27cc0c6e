import type { Actor } from '#app/domain/core/actor.ts'
import { currentTime } from '#app/domain/core/clock.ts'
import type { Payload } from '#app/outbox/catalogue.ts'

type Notice = Payload<'operator.notice'>
export type NoticeKind = Notice['kind']

/** What happened to an operator's own account, by themselves as it seems. */
export function noticeToOperator(
  actor: Actor & { id: string },
  kind: NoticeKind,
  codes_left?: number,
): Notice {
  return noticeTo(actor.id, actor, kind, codes_left === undefined ? {} : { codes_left })
}

/** What somebody else did. `address`: where it goes, if the operator's has just been changed. */
export function noticeTo(
  operator_id: string,
  actor: Actor,
  kind: NoticeKind,
  more: Partial<Pick<Notice, 'codes_left' | 'address'>> = {},
): Notice {
  const by = actor.id === operator_id ? null : actor.name
  return { operator_id, kind, by, at: currentTime().toISOString(), ip: actor.ip, ...more }
}
