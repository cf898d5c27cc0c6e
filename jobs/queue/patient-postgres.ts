import { setTimeout as sleep } from 'node:timers/promises'
import { type createPostgresBackend, PostgresConnection, PostgresQueueBackend } from 'bullmq'

const pauseMs = 1_000

/**
 * As BullMQ's own backend in Postgres, but for a database that is not there yet or not there for a while: BullMQ 6.7
 * remembers for good that its first look has failed, and a worker asks again without a pause after every error but a
 * refused connection. Such a worker did nothing any more, took a whole core for it and heard no signal.
 */
export const createPatientPostgresBackend: typeof createPostgresBackend = (name, opts, factory = {}) => {
  const connection = new PatientConnection(opts.connection)
  const listens = factory.withBlockingConnection ? name : undefined
  return new PatientBackend(connection, name, opts, true, listens)
}

class PatientConnection extends PostgresConnection {
  private ready: Promise<void> | undefined

  override waitUntilReady(): Promise<void> {
    this.ready ??= this.untilReady()
    return this.ready
  }

  /** Looks until the queue's tables answer or nobody waits any more; whoever asks meanwhile waits as well. */
  private async untilReady(): Promise<void> {
    while (!this.isClosing) {
      try {
        return await super.waitUntilReady()
      } catch (error) {
        if (this.listenerCount('error') > 0) this.emit('error', error)
        Reflect.deleteProperty(this, 'readyPromise')
        await sleep(pauseMs)
      }
    }
  }
}

export class PatientBackend extends PostgresQueueBackend {
  /** One statement on the tables of the queue, for what BullMQ has no call for. */
  async ask(text: string, values: unknown[]) {
    await this.connection.waitUntilReady()
    return this.connection.pool.query<{ id: string }>(text, values)
  }

  override async moveToActive(token: string, name?: string) {
    try {
      return await super.moveToActive(token, name)
    } catch (error) {
      await sleep(pauseMs)
      throw error
    }
  }
}
