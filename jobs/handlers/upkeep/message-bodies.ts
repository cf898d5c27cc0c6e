import { ringOf } from '#app/domain/core/secrets.ts'
import { deleteOldBodies, sealBodies } from '#app/domain/payments/attempts/gateway-messages.ts'
import type { Handler } from '../../handler.ts'

/** What gateways said: old bodies are taken away, and those sealed that came before bodies were. In short transactions. */
export const keepMessageBodies: Handler<'message.bodies'> = async (_payload, tools) => {
  const { inPlace, environment, log, signal } = tools
  const ring = ringOf(environment)
  const done = { forgotten: 0, sealed: 0 }
  for (let last = false; !last && !signal.aborted; ) {
    const old = await inPlace((trx) => deleteOldBodies(trx))
    const bare = await inPlace((trx) => sealBodies(trx, ring))
    done.forgotten += old.forgotten
    done.sealed += bare.sealed
    last = old.last && bare.last
  }
  if (done.forgotten + done.sealed > 0) log.info(done, 'bodies of gateway messages kept in order')
}
