import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface StoredMessage {
  id: string
  channel: 'sms' | 'whatsapp'
  /** ISO instant of arrival. */
  received_at: string
  /** `60123456789` */
  to: string
  sender: string
  text: string
  /** The sender's own id of it, if it gave one. */
  reference?: string
  /** What was last reported of it. */
  reported?: string
}

export interface MessageStore {
  list(): readonly StoredMessage[]
  add(message: Omit<StoredMessage, 'id' | 'received_at'>): Promise<StoredMessage>
  /** Until the next message it is only in memory. */
  report(id: string, reported: string): void
  clear(): Promise<void>
  /** Once everything is in the file. */
  saved(): Promise<void>
}

const kept = 200

/** In one file, in a folder that only this process writes. */
export async function openMessages(folder: string): Promise<MessageStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'messages.json')
  let messages: StoredMessage[] = await readFile(file, 'utf8').then(JSON.parse, () => [])
  let writing: Promise<unknown> = Promise.resolve()

  async function save() {
    await writeFile(`${file}.part`, JSON.stringify(messages), { mode: 0o600 })
    await rename(`${file}.part`, file)
  }

  function inOrder() {
    const saved = writing.then(save)
    writing = saved.catch(() => {})
    return saved
  }

  return {
    list: () => messages,
    async add(message) {
      const id = `${Date.now().toString(36)}${randomBytes(4).toString('hex')}`
      const stored = { id, received_at: new Date().toISOString(), ...message }
      messages = [stored, ...messages].slice(0, kept)
      await inOrder()
      return stored
    },
    report(id, reported) {
      messages = messages.map((message) => (message.id === id ? { ...message, reported } : message))
    },
    saved: async () => {
      await writing
    },
    async clear() {
      messages = []
      await inOrder()
    },
  }
}
